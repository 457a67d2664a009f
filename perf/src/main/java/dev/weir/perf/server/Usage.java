package dev.weir.perf.server;

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
}
