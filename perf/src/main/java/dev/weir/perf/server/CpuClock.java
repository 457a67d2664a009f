package dev.weir.perf.server;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * User and system time of any process on this machine, of all its threads, also of those that ended.
 *
 * <p>The kernel's clock of a process counts nanoseconds, where {@code /proc/PID/stat} rounds the same sum to
 * hundredths: too coarse for a slice of a second. Reading it is one system call of the reader; the process that is read
 * does not take part.
 */
public final class CpuClock {
    private static final int SCHEDULER = 2;
    private static final long TIMESPEC_BYTES = 16;
    private static final MethodHandle CLOCK_GETTIME = link();

    private CpuClock() {}

    /**
     * What the process used since it started.
     *
     * @throws IOException when there is no such process
     */
    static double seconds(long pid) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(TIMESPEC_BYTES, Long.BYTES);
            if (gettime(clockOf(pid), time) != 0) {
                throw new IOException("no process " + pid);
            }
            return time.get(ValueLayout.JAVA_LONG, 0) + time.get(ValueLayout.JAVA_LONG, Long.BYTES) / 1e9;
        }
    }

    /** As clock_getcpuclockid(3) makes it. */
    private static int clockOf(long pid) {
        return ((int) ~pid << 3) | SCHEDULER;
    }

    private static int gettime(int clock, MemorySegment time) {
        try {
            return (int) CLOCK_GETTIME.invokeExact(clock, time);
        } catch (Throwable e) {
            throw new IllegalStateException("clock_gettime cannot be called", e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle link() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("clock_gettime"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }

    /** What the whole machine's processors did since it started, in ticks; "steal" is what another guest got instead. */
    public record HostStat(long totalTicks, long stealTicks) {
        private static final int STEAL = 7;

        public static HostStat now() {
            return of(Proc.text(Path.of("/proc/stat")));
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
}
