package dev.weir.watch.fleet;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server process of {@code ./weir watch --demo}. It ends when this JVM shuts down. Thread-safe. */
public final class DemoServer implements AutoCloseable {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final String name;
    private final Path log;
    /** The folder for the temporary files of the server process, which include its sample files. */
    private final Path folder;
    // Guarded by this.
    private ServerProcess process;

    /**
     * Starts the server process, which serves its built-in sample files. Does not wait until the server answers.
     *
     * @param modules the folder of the built project or of a release's jars
     * @param threads the size of Tomcat's thread pool
     * @param settings the command-line arguments that all servers get
     */
    public DemoServer(Contender contender, Path modules, int threads, List<String> settings) throws IOException {
        name = contender.label();
        log = Cleanup.folder().resolve(name + ".log");
        folder = Cleanup.folder().resolve(name);
        List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx512m", "-Djava.io.tmpdir=" + folder));
        command.addAll(contender.program(contender.jar(modules)));
        command.addAll(contender.arguments(threads));
        command.addAll(settings);
        Files.createDirectories(folder);
        process = ServerProcess.start(Cores.SHARED, command, log);
    }

    public String name() {
        return name;
    }

    public synchronized InetSocketAddress address() {
        return process.address();
    }

    public synchronized InetSocketAddress management() {
        return process.management().address();
    }

    public synchronized boolean isAlive() {
        return ProcessHandle.of(process.pid()).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Kills the server process. Then deletes its temporary files, because a killed process cannot delete them. */
    public synchronized void end() throws IOException {
        process.close();
        if (Files.exists(folder)) {
            MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
        }
    }

    /** Starts the server again on the same ports. Kills it first if it still runs. */
    public synchronized void startAgain() throws IOException {
        end();
        Files.createDirectories(folder);
        process = process.again(log);
    }

    @Override
    public synchronized void close() {
        process.close();
    }
}
