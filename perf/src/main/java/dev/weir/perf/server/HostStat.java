package dev.weir.perf.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What the whole machine's processors did since it started, in ticks; "steal" is what another guest got instead. */
public record HostStat(long totalTicks, long stealTicks) {
    private static final int STEAL = 7;

    public static HostStat now() throws IOException {
        return of(Files.readString(Path.of("/proc/stat")));
    }

    /** What this process used since it started, to the nanosecond. */
    public static double ownCpuSeconds() throws IOException {
        return CpuClock.seconds(ProcessHandle.current().pid());
    }

    static HostStat of(String stat) {
        String cpu = stat.lines().findFirst().orElseThrow();
        // user nice system idle iowait irq softirq steal; what follows is counted in user already
        long[] ticks = Arrays.stream(cpu.split(" +", -1))
                .skip(1)
                .limit(STEAL + 1)
                .mapToLong(Long::parseLong)
                .toArray();
        return new HostStat(Arrays.stream(ticks).sum(), ticks[STEAL]);
    }

    public double stealShareSince(HostStat earlier) {
        return (double) (stealTicks - earlier.stealTicks) / Math.max(1, totalTicks - earlier.totalTicks);
    }
}
