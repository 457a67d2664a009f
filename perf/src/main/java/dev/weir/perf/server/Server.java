package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** A server under test, in its own processes. They end with {@link #close()} or when this JVM exits. */
public abstract sealed class Server implements AutoCloseable permits ServerProcess, UnmanagedServer {
    private static final int PRACTICE = 30;

    final OwnedProcess process;
    final int port;
    final ManagementPort management;
    private List<Long> pids = List.of();
    private double startSeconds;
    private double startCpuSeconds;

    Server(OwnedProcess process, int port, int managementPort) {
        this.process = process;
        this.port = port;
        management = new ManagementPort(managementPort);
    }

    /** Blocks until the server is healthy. Then warms up the code that reads the server's usage. */
    public final void awaitReady(Duration patience) throws IOException, InterruptedException {
        process.await(this::isHealthy, patience);
        startSeconds = process.ageSeconds();
        pids = process.family().stream().map(ProcessHandle::pid).toList();
        for (long pid : pids) {
            startCpuSeconds += Proc.cpuSeconds(pid);
        }
        ready();
        for (int i = 0; i < PRACTICE; i++) {
            usage();
            switches();
            queuedNanos();
        }
    }

    /** Returns how long the start took, until {@link #awaitReady} found the server healthy. */
    public final double startSeconds() {
        return startSeconds;
    }

    public final double startCpuSeconds() {
        return startCpuSeconds;
    }

    boolean isHealthy() throws InterruptedException {
        return management.isHealthy();
    }

    abstract void ready() throws IOException;

    public final InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    /** Returns the usage, including the allocated bytes of a JVM. Call this only just before or after a measurement. */
    public Usage usage() throws IOException {
        return kernelUsage();
    }

    /** Returns the usage that the kernel counts, without the allocated bytes. The call costs the server no CPU time. */
    public abstract Usage kernelUsage() throws IOException;

    /** Returns each thread's context switches. This is slow, so call it only just before or after a measurement. */
    public final Usage.PerThread switches() throws IOException {
        return Usage.PerThread.switches(pids());
    }

    /** Returns how long each thread has waited for a core, in nanoseconds. This is slow, like {@link #switches}. */
    public final Usage.PerThread queuedNanos() throws IOException {
        return Usage.PerThread.queuedNanos(pids());
    }

    /**
     * Returns the CPU time of each thread whose name begins with a match of {@code name}, in nanoseconds. The kernel cuts
     * names off after 15 characters. This is slow, like {@link #switches}.
     */
    public final Usage.PerThread cpuNanos(Pattern name) throws IOException {
        return Usage.PerThread.cpuNanos(pids(), name);
    }

    final List<Long> pids() {
        if (pids.isEmpty()) {
            throw new IllegalStateException("the server is not ready: call awaitReady first");
        }
        return pids;
    }

    /**
     * Returns the memory in use. May make the server collect garbage several times. Since JDK 20, its JVM can then drop
     * compiled code that is not running. So do not call this in a measurement, and warm the server up again before one.
     */
    public abstract Memory memory() throws IOException;

    public void pin() throws IOException, InterruptedException {}

    /** Makes the server's JVM collect garbage, after the warm-up. Does nothing for an {@link UnmanagedServer}. */
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
