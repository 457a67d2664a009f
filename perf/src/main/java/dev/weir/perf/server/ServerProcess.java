package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server of Weir's in a JVM of its own. */
public final class ServerProcess implements Server {
    private static final int LOG_LINES = 12;

    private final Cores cores;
    private final OwnedProcess process;
    private final int port;
    private final Management management;
    /** From {@link #awaitReady} on. */
    private @Nullable JvmWatch watch;

    private ServerProcess(Cores cores, OwnedProcess process, int port, int managementPort) {
        this.cores = cores;
        this.process = process;
        this.port = port;
        management = new Management(managementPort);
    }

    /**
     * Starts a server that is not ready yet.
     *
     * @param program what of this jar the JVM is told to run
     * @param arguments what this contender gets besides its addresses
     */
    public static ServerProcess start(
            Cores.JvmOptions jvm, Path jar, List<String> program, List<String> arguments, Path log) throws IOException {
        if (!Files.isReadable(jar)) {
            throw new IOException("no server at " + jar + ": build it first, or say --jars");
        }
        int port = OwnedProcess.freePort();
        int managementPort = OwnedProcess.freePort();
        List<String> command = Stream.of(
                        jvm.command(),
                        program,
                        List.of("--server.address=127.0.0.1", "--server.port=" + port),
                        List.of("--management.server.port=" + managementPort),
                        arguments)
                .flatMap(List::stream)
                .toList();
        return new ServerProcess(jvm.cores(), OwnedProcess.start(command, log), port, managementPort);
    }

    /** Starts one like this, which is closed, on the same ports; by a program that replaces itself, if one is named. */
    public ServerProcess again(Path log, String... by) throws IOException {
        List<String> command =
                Stream.concat(Stream.of(by), process.command().stream()).toList();
        OwnedProcess fresh = OwnedProcess.start(command, log);
        return new ServerProcess(cores, fresh, port, management.address().getPort());
    }

    public long pid() {
        return process.pid();
    }

    /** Asks it to end, by SIGTERM; how many seconds that took, or empty when it lives on after them. */
    public OptionalDouble terminate(Duration patience) throws InterruptedException {
        return process.terminate(patience);
    }

    @Override
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        process.await(management::isHealthy, patience);
        watch = JvmWatch.attach(process.pid());
        practiseReading();
    }

    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    public Management management() {
        return management;
    }

    /** Files and sockets that it has open. */
    public int openDescriptors() throws IOException {
        return Proc.names(Proc.of(process.pid(), "fd")).size();
    }

    @Override
    public void pin() throws IOException, InterruptedException {
        cores.pinServer(process.pid());
    }

    @Override
    public void collect() throws IOException {
        watch().collect();
    }

    @Override
    public List<String> command() {
        return process.command();
    }

    @Override
    public Usage usage() throws IOException {
        return watch().usage();
    }

    @Override
    public Usage kernelUsage() throws IOException {
        return watch().kernelUsage();
    }

    @Override
    public Usage.Switches switches() throws IOException {
        return Usage.Switches.of(List.of(process.pid()));
    }

    @Override
    public Memory memory() throws IOException {
        return watch().memory();
    }

    /** What else its JVM tells. */
    public JvmWatch watch() {
        if (watch == null) {
            throw new IllegalStateException("not ready yet");
        }
        return watch;
    }

    /** Limits that decide how many may wait, as the running server has them. */
    public Limits limits() throws IOException {
        return Limits.of(watch().jmx(), new Tasks(process.pid()), port);
    }

    @Override
    public List<String> selfDescription() throws IOException {
        List<String> log = process.log("(?i).*(starting |tomcat|netty|transport|epoll|threads).*", LOG_LINES);
        return Stream.concat(log.stream(), watch().selfDescription().stream()).toList();
    }

    @Override
    public void close() {
        management.close();
        if (watch != null) {
            watch.close();
        }
        process.close();
    }
}
