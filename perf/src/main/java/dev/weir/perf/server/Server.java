package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A server under test in processes of its own, which end with {@link #close()} and with this process. */
public abstract sealed class Server implements AutoCloseable permits ServerProcess, Nginx {
    /** Enough calls to load and compile the code of the readings. */
    private static final int PRACTICE = 30;

    final OwnedProcess process;
    final int port;
    final ManagementPort management;

    Server(OwnedProcess process, int port, int managementPort) {
        this.process = process;
        this.port = port;
        management = new ManagementPort(managementPort);
    }

    /**
     * Waits until the server is healthy. Then reads CPU time and context switches several times, because their first
     * readings would disturb a measurement window.
     */
    public final void awaitReady(Duration patience) throws IOException, InterruptedException {
        process.await(management::isHealthy, patience);
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

    /** Returns the usage since the start, with the allocated bytes of a JVM. Call it only at the edges of windows. */
    public Usage usage() throws IOException {
        return kernelUsage();
    }

    /** Returns the usage without the allocated bytes, so that the server takes no part in the reading. */
    public abstract Usage kernelUsage() throws IOException;

    /** Returns the context switches, from a file for each thread. Call it only at the edges of windows. */
    public final Usage.Switches switches() throws IOException {
        return Usage.Switches.of(pids());
    }

    abstract List<Long> pids();

    /** Returns the memory after collections of a JVM. Call it only outside of windows. */
    public abstract Memory memory() throws IOException;

    public void pin() throws IOException, InterruptedException {}

    /** Collects a JVM's garbage after the warm-up, so that no collection in a window copies the start's objects. */
    public void collect() throws IOException {}

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
