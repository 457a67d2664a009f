package dev.weir.perf;

import dev.weir.perf.result.Health;
import dev.weir.perf.result.ServerUse;
import dev.weir.perf.server.HostStat;
import dev.weir.perf.server.ProcStat;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/** Reads what the server, the generator and the machine used, at both edges of a window. */
final class Watch {
    private final ServerProcess server;
    private final long startNanos = System.nanoTime();
    private final ProcStat serverStart;
    private final ProcStat selfStart;
    private final HostStat hostStart;

    private Watch(ServerProcess server) throws IOException {
        this.server = server;
        serverStart = server.stat();
        selfStart = self();
        hostStart = HostStat.now();
    }

    static Watch start(ServerProcess server) throws IOException {
        return new Watch(server);
    }

    /** What was seen between start and stop. */
    record Seen(ServerUse server, double coreShare, double stealShare) {
        Health health(Histogram lagMicros) {
            return new Health(
                    lagMicros.getValueAtPercentile(99) / 1e6, lagMicros.getMaxValue() / 1e6, coreShare, stealShare);
        }
    }

    Seen stop() throws IOException {
        ProcStat serverEnd = server.stat();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        ServerUse use = new ServerUse(
                serverEnd.cpuSeconds() - serverStart.cpuSeconds(),
                serverEnd.threads(),
                serverEnd.rssBytes(),
                serverEnd.switchesSince(serverStart));
        double coreShare = (self().cpuSeconds() - selfStart.cpuSeconds()) / seconds;
        return new Seen(use, coreShare, HostStat.now().stealShareSince(hostStart));
    }

    private static ProcStat self() throws IOException {
        return ProcStat.of(ProcessHandle.current().pid());
    }
}
