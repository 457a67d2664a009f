package dev.weir.perf.result;

/**
 * What the server's process used over the measured window; threads and memory are those at its end.
 *
 * @param contextSwitches of threads that lived to the end of the window, voluntary and not
 */
public record ServerUse(double cpuSeconds, int threads, long rssBytes, long contextSwitches) {
    private static final double GIB = 1L << 30;

    public double cpuSecondsPer(long downloads) {
        return cpuSeconds / downloads;
    }

    public double cpuSecondsPerGib(long bytes) {
        return cpuSeconds / (bytes / GIB);
    }
}
