package dev.weir.perf.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The record of one trial, from which the results are computed. Its histograms and log are files beside it.
 *
 * @param unit the unit of work that each slice counts
 * @param failure the reason why the trial broke off, or null
 */
public record Raw(
        RunPlan.Case planned,
        String unit,
        List<String> command,
        List<String> serverLines,
        WarmUp warmUp,
        List<Slice> slices,
        Map<Value, Double> values,
        Map<Series, List<Double>> series,
        Map<String, Long> errors,
        Fitness fitness,
        @Nullable String failure) {
    public static Raw failed(RunPlan.Case planned, Exception cause) {
        String failure = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new Raw(
                planned,
                "",
                List.of(),
                List.of(),
                new WarmUp(0, false),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                new Fitness(0, 0, 0),
                failure);
    }

    /**
     * The state of generator and machine in the measured window.
     *
     * @param coreShare the part of the generator's core that its process used
     * @param stealShare the part of the machine's time that other guests got
     * @param calibrationSeconds the time of a fixed piece of work just before the trial
     */
    public record Fitness(double coreShare, double stealShare, double calibrationSeconds) {
        public static final double MOST_LAG_SECONDS = 0.001;
        public static final double MOST_CORE = 0.80;
        public static final double MOST_STEAL = 0.02;
    }

    public record WarmUp(int cycles, boolean stable) {}

    /** The work and the server's CPU, with its collector and compilers, in one second of the measured window. */
    public record Slice(double seconds, double units, double cpuSeconds, double gcSeconds, double jitSeconds) {
        double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /** A sequence of numbers of a trial. All but the first are readings of memory at rising counts of connections. */
    public enum Series {
        CLIENT_BYTES,
        CONNECTIONS,
        LIVE_HEAP_BYTES,
        NATIVE_BYTES,
        DIRECT_BYTES,
        STACK_BYTES,
        RSS_BYTES,
        /** The kernel memory of the whole machine, so of both ends of each connection. */
        KERNEL_BYTES,
        /** The data in all sockets of the machine. */
        TCP_BYTES
    }

    /** A number of a trial. {@code GRANTS} to {@code ENCODED} are the server's counts since its start. */
    public enum Value {
        WINDOW_SECONDS,
        USERS,
        /** The size of the pool, if a download holds one of its threads. */
        THREADS,
        /** The time that one download needs at its rate. */
        DOWNLOAD_SECONDS,
        RATE_BYTES,
        CHUNK_BYTES,
        PLANNED_RATE,
        ACHIEVED_RATE,
        /** The highest possible rate of answers per second. */
        CEILING,
        /** Bytes in the window, of a client with one connection and of one with many. */
        ONE_CONNECTION_BYTES,
        MANY_CONNECTIONS_BYTES,
        GRANTS,
        WAKEUPS,
        EMPTY_POLLS,
        PUBLISHED,
        ENCODED,
        /** Bytes that all threads of the server, including virtual ones, allocated in the window. */
        ALLOCATED_BYTES,
        /** All context switches in the window, of threads that lived to its end. */
        SWITCHES,
        SERVER_THREADS,
        RSS_BYTES,
        /** The bytes of instances of the server's own classes per waiting download. */
        OWN_HEAP_BYTES
    }
}
