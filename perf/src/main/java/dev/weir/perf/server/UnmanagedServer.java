package dev.weir.perf.server;

import java.io.IOException;
import java.util.OptionalLong;

/** A server without Weir's management port. Only the kernel's counters tell what its processes use. */
abstract sealed class UnmanagedServer extends Server permits Nginx, CommandServer {
    UnmanagedServer(OwnedProcess process, int port) {
        super(process, port, port);
    }

    /** Closes the connection of the health check when the server is ready, so that no measurement counts it. */
    @Override
    final void ready() {
        management.close();
    }

    @Override
    public final Usage kernelUsage() throws IOException {
        double cpuSeconds = 0;
        int threads = 0;
        long rssBytes = 0;
        for (long pid : pids()) {
            Proc.Stat stat = Proc.Stat.of(pid);
            cpuSeconds += Proc.cpuSeconds(pid);
            threads += stat.threads();
            rssBytes += stat.rssBytes();
        }
        return new Usage(System.nanoTime(), cpuSeconds, 0, 0, OptionalLong.empty(), threads, rssBytes);
    }

    @Override
    public final Memory memory() throws IOException {
        long rssBytes = kernelUsage().rssBytes();
        return new Memory(OptionalLong.empty(), rssBytes, rssBytes, Memory.KernelMemory.bytes());
    }
}
