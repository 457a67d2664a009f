package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server under test that runs in its own JVM. */
public final class ServerProcess extends Server {
    private final Cores cores;
    private @Nullable JvmWatch watch;

    private ServerProcess(Cores cores, OwnedProcess process, int port, int managementPort) {
        super(process, port, managementPort);
        this.cores = cores;
    }

    public static ServerProcess start(Cores cores, List<String> command, Path log) throws IOException {
        int port = OwnedProcess.freePort();
        int managementPort = OwnedProcess.freePort();
        Stream<String> places = Stream.of(
                "--server.address=127.0.0.1", "--server.port=" + port, "--management.server.port=" + managementPort);
        List<String> whole = Stream.concat(command.stream(), places).toList();
        return new ServerProcess(cores, OwnedProcess.start(whole, log), port, managementPort);
    }

    public ServerProcess again(Path log, String... by) throws IOException {
        List<String> command =
                Stream.concat(Stream.of(by), process.command().stream()).toList();
        OwnedProcess fresh = OwnedProcess.start(command, log);
        return new ServerProcess(cores, fresh, port, management.address().getPort());
    }

    public long pid() {
        return process.pid();
    }

    public OptionalDouble terminate(Duration patience) throws InterruptedException {
        return process.terminate(patience);
    }

    @Override
    void ready() throws IOException {
        watch = JvmWatch.attach(process.pid());
    }

    public ManagementPort management() {
        return management;
    }

    public int openDescriptors() throws IOException {
        return Proc.names(Proc.of(process.pid(), "fd")).size();
    }

    @Override
    public void pin() throws IOException, InterruptedException {
        cores.pinServer(process.pid());
    }

    @Override
    public void collect() {
        watch().collect();
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
    public Memory memory() throws IOException {
        return watch().memory();
    }

    public JvmWatch watch() {
        if (watch == null) {
            throw new IllegalStateException("the server is not ready: call awaitReady first");
        }
        return watch;
    }

    public ServerLimits limits() throws IOException {
        return watch().limits(port);
    }

    @Override
    public List<String> selfDescription() throws IOException {
        List<String> log = process.log("(?i).*(starting |tomcat|netty|transport|epoll|threads).*", 12);
        return Stream.concat(log.stream(), watch().selfDescription().stream()).toList();
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.close();
        }
        super.close();
    }
}
