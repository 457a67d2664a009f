package dev.weir.watch.fleet;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server of the demonstration. It ends with this JVM. Thread-safe. */
public final class DemoServer implements AutoCloseable {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private final String name;
    private final Path log;
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
        List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx512m", "-Djava.io.tmpdir=" + Cleanup.folder()));
        command.addAll(contender.program(contender.jar(modules)));
        command.addAll(contender.arguments(threads));
        command.addAll(settings);
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

    /** Ends the server at once, as a crash would. */
    public synchronized void end() {
        process.close();
    }

    /** Starts the server again, on the same ports, after it has ended. */
    public synchronized void startAgain() throws IOException {
        process.close();
        process = process.again(log);
    }

    @Override
    public void close() {
        end();
    }
}
