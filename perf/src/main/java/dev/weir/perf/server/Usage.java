package dev.weir.perf.server;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a server has used since it started; two of them tell what it used in between.
 *
 * @param nanoTime when it was read
 * @param cpuSeconds user and system time of all its processes and threads, also of those that ended
 * @param gcSeconds of these the collector's; 0 without one
 * @param jitSeconds of these the compilers'; 0 without any
 * @param allocatedBytes on the heap, by platform and virtual threads; absent without a heap, and where it was not asked
 */
public record Usage(
        long nanoTime,
        double cpuSeconds,
        double gcSeconds,
        double jitSeconds,
        OptionalLong allocatedBytes,
        int threads,
        long rssBytes) {

    /** What was used between {@code earlier} and this. */
    public Spent since(Usage earlier) {
        return new Spent(
                (nanoTime - earlier.nanoTime) / 1e9,
                cpuSeconds - earlier.cpuSeconds,
                gcSeconds - earlier.gcSeconds,
                jitSeconds - earlier.jitSeconds,
                allocatedBytes.isPresent() && earlier.allocatedBytes.isPresent()
                        ? OptionalLong.of(allocatedBytes.getAsLong() - earlier.allocatedBytes.getAsLong())
                        : OptionalLong.empty());
    }

    /**
     * What a server used over some time.
     *
     * @param seconds how long that was
     */
    public record Spent(
            double seconds, double cpuSeconds, double gcSeconds, double jitSeconds, OptionalLong allocatedBytes) {
        /** CPU of the server's own work: neither collecting nor compiling. */
        public double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /**
     * Context switches of each living thread, voluntary and not: the kernel keeps no sum over a process.
     *
     * <p>A file for each thread: read at the edges of a window, not at each of its seconds.
     */
    public record Switches(Map<Long, Long> byThread) {
        static Switches of(Collection<Long> pids) throws IOException {
            Map<Long, Long> switches = new HashMap<>();
            for (long pid : pids) {
                Tasks tasks = new Tasks(pid);
                for (String id : tasks.ids()) {
                    String status = tasks.read(id, "status");
                    if (!status.isEmpty()) {
                        switches.put(Long.valueOf(id), sum(status));
                    }
                }
            }
            return new Switches(Map.copyOf(switches));
        }

        /** Switches since {@code earlier}; what a thread did that has ended meanwhile is not in it. */
        public long since(Switches earlier) {
            return byThread.entrySet().stream()
                    .mapToLong(entry -> entry.getValue() - earlier.byThread.getOrDefault(entry.getKey(), 0L))
                    .sum();
        }

        static long sum(String status) {
            return number(status, "voluntary_ctxt_switches:") + number(status, "nonvoluntary_ctxt_switches:");
        }

        private static long number(String status, String name) {
            String value = Proc.field(status, name);
            return value.isEmpty() ? 0 : Long.parseLong(value);
        }
    }
}
