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

/** A server of the demonstration. It ends with this JVM. Thread-safe. */
public final class DemoServer implements AutoCloseable {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final String name;
    private final Path log;
    /** The temporary files of the process, with its samples. */
    private final Path folder;
    // Guarded by this.
    private ServerProcess process;

    /**
     * Starts the server with its built-in samples. Does not wait until it answers.
     *
     * @param modules the folder of the built project or of a release's jars
     * @param threads the size of Tomcat's pool
     * @param settings for all servers
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

    /** Ends the server at once, as a crash would. Then deletes its temporary files, which a crash would leave. */
    public synchronized void end() throws IOException {
        process.close();
        if (Files.exists(folder)) {
            MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
        }
    }

    /** Starts the server again, on the same ports, after it has ended. */
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
