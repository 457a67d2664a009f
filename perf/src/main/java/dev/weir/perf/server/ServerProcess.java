package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server in a JVM of its own, alone on its core; it ends with {@link #close()}, and with this process however that
 * ends.
 *
 * <p>Every server gets the same JVM options. They are spelled out because on one core HotSpot would choose another
 * collector and another number of threads than on a server's usual machine.
 */
public final class ServerProcess implements AutoCloseable {
    private static final List<String> JVM_OPTIONS =
            List.of("-Xms512m", "-Xmx2g", "-XX:+UseG1GC", "-XX:ActiveProcessorCount=1");
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration TO_DIE = Duration.ofSeconds(10);
    private static final int LOG_LINES = 12;

    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        // taskset replaces itself by the server, so this process handle is the server's.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
    }

    private final Process process;
    private final int port;
    private final Management management;
    private final List<String> command;
    private final Path log;

    private ServerProcess(Process process, int port, int managementPort, List<String> command, Path log) {
        this.process = process;
        this.port = port;
        this.management = new Management(managementPort);
        this.command = command;
        this.log = log;
    }

    /**
     * Starts a server that is not ready yet.
     *
     * @param arguments what this contender gets besides its addresses
     */
    public static ServerProcess start(Path jar, List<String> arguments, Path log) throws IOException {
        if (!Files.isReadable(jar)) {
            throw new IOException("no server at " + jar + ": build it first, or say --jars");
        }
        int port = freePort();
        int managementPort = freePort();
        List<String> command = Stream.of(
                        Cores.serverPrefix(),
                        List.of(java()),
                        JVM_OPTIONS,
                        List.of("-jar", jar.toString(), "--server.address=127.0.0.1", "--server.port=" + port),
                        List.of("--management.server.port=" + managementPort),
                        arguments)
                .flatMap(List::stream)
                .toList();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        RUNNING.add(process);
        return new ServerProcess(process, port, managementPort, command, log);
    }

    /** Waits until the server says that it is healthy. */
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        while (!management.isHealthy()) {
            if (!process.isAlive()) {
                throw new IOException("the server ended with " + process.exitValue() + ": " + lastLine());
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new IOException("the server was not healthy after " + patience.toSeconds() + " s: " + lastLine());
            }
            Thread.sleep(POLL);
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    public Management management() {
        return management;
    }

    public List<String> command() {
        return command;
    }

    public ProcStat stat() throws IOException {
        return ProcStat.of(process.pid());
    }

    /** Lines of the log that tell versions, transport and sizes. */
    public List<String> selfDescription() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.matches("(?i).*(starting |tomcat|netty|transport|epoll|threads).*"))
                    .limit(LOG_LINES)
                    .toList();
        }
    }

    @Override
    public void close() {
        management.close();
        process.destroyForcibly();
        try {
            if (!process.waitFor(TO_DIE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server survives its kill: process " + process.pid());
            }
            RUNNING.remove(process);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String lastLine() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> !line.isBlank()).reduce("(empty log)", (earlier, later) -> later);
        }
    }

    /** The Java that runs this runs the servers. */
    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
