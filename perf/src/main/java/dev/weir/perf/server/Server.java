package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A server under test, in processes of its own. They end with {@link #close()} or with this process. */
public abstract sealed class Server implements AutoCloseable permits ServerProcess, Nginx {
    private static final int PRACTICE = 30;

    final OwnedProcess process;
    final int port;
    final ManagementPort management;
    private List<Long> pids = List.of();

    Server(OwnedProcess process, int port, int managementPort) {
        this.process = process;
        this.port = port;
        management = new ManagementPort(managementPort);
    }

    /** Waits until the server is healthy. Then repeats each reading, since the first ones would disturb a window. */
    public final void awaitReady(Duration patience) throws IOException, InterruptedException {
        process.await(management::isHealthy, patience);
        pids = process.family().stream().map(ProcessHandle::pid).toList();
        ready();
        for (int i = 0; i < PRACTICE; i++) {
            usage();
            switches();
        }
    }

    abstract void ready() throws IOException;

    public final InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    /** Returns the usage since the start. A JVM must answer remotely, so call it only at a window's start or end. */
    public Usage usage() throws IOException {
        return kernelUsage();
    }

    /** Returns the usage that the kernel counts, without the allocated bytes. The server does no work for it. */
    public abstract Usage kernelUsage() throws IOException;

    /** Returns each thread's context switches. Reads a file for each, so call it only at a window's start or end. */
    public final Usage.Switches switches() throws IOException {
        return Usage.Switches.of(pids());
    }

    final List<Long> pids() {
        if (pids.isEmpty()) {
            throw new IllegalStateException("the server is not ready: call awaitReady first");
        }
        return pids;
    }

    /** Returns the memory. A JVM first collects its garbage, so call it only outside of windows. */
    public abstract Memory memory() throws IOException;

    public void pin() throws IOException, InterruptedException {}

    /** Collects a JVM's garbage after the warm-up, so that no collection in a window copies start-up objects. */
    public void collect() {}

    public final List<String> command() {
        return process.command();
    }

    public abstract List<String> selfDescription() throws IOException;

    @Override
    public void close() {
        management.close();
        process.close();
    }
}
