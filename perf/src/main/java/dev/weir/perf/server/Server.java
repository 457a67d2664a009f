package dev.weir.perf.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A server under test in processes of its own, which end with {@link #close()} and with this process. */
public abstract sealed class Server implements AutoCloseable permits ServerProcess, Nginx {
    /** Enough calls to load and compile the code that reads. */
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
     * Waits until the server is healthy, and practises the readings: a first reading would disturb the window that it
     * opens.
     */
    public final void awaitReady(Duration patience) throws IOException, InterruptedException {
        process.await(management::isHealthy, patience);
        ready();
        for (int i = 0; i < PRACTICE; i++) {
            usage();
            switches();
        }
    }

    /** The server is healthy, and nothing has been read yet. */
    abstract void ready() throws IOException;

    public final InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    /** The usage since the start, with the allocated bytes of a JVM. For the edges of windows, once the server is ready. */
    public Usage usage() throws IOException {
        return kernelUsage();
    }

    /** The usage without the allocated bytes, so that the server takes no part in the reading. For slices of a window. */
    public abstract Usage kernelUsage() throws IOException;

    /** Context switches, from one file for each thread. For the edges of windows. */
    public final Usage.Switches switches() throws IOException {
        return Usage.Switches.of(pids());
    }

    /** The processes of the server, once it is ready. */
    abstract List<Long> pids();

    /** The memory now, after collections of a JVM. For the time outside of windows. */
    public abstract Memory memory() throws IOException;

    /** Moves a server that was started on more cores to the cores on which it is measured. */
    public void pin() throws IOException, InterruptedException {}

    /**
     * Collects the garbage of a JVM after the warm-up. A later collection would copy the objects of the start in the middle
     * of a window, in a pause as long as no other.
     */
    public void collect() throws IOException {}

    public final List<String> command() {
        return process.command();
    }

    /** Versions, options, transport and sizes, as the server itself reports them. */
    public abstract List<String> selfDescription() throws IOException;

    @Override
    public void close() {
        management.close();
        process.close();
    }
}
