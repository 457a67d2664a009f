package dev.weir.perf.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON record of one trial, as measured. The trial's histograms and the server's log are files in the same folder.
 *
 * @param unit the unit of work that each {@link Slice} counts, such as a request
 * @param failure why the trial stopped early; null if it did not
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
     * Values that tell whether the load generator and the machine were fast enough in the measured window.
     *
     * @param coreShare the share of its core that the generator's process used
     * @param stealShare the share of the machine's CPU time that the host gave to other guests
     * @param calibrationSeconds the time of a fixed computation just before the trial
     */
    public record Fitness(double coreShare, double stealShare, double calibrationSeconds) {
        public static final double MOST_LAG_SECONDS = 0.001;
        public static final double MOST_CORE = 0.80;
        public static final double MOST_STEAL = 0.02;
    }

    public record WarmUp(int cycles, boolean stable) {}

    /**
     * One second of the measured window: the units of work done, and the CPU time of the server's process. The CPU time
     * includes that of the garbage collector and the JIT compilers.
     */
    public record Slice(double seconds, double units, double cpuSeconds, double gcSeconds, double jitSeconds) {
        double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /**
     * The kinds of number sequence in a trial. {@code CLIENT_BYTES} has one number for each client. The others have one
     * for each step of a trial that adds connections and measures memory.
     */
    public enum Series {
        CLIENT_BYTES,
        CONNECTIONS,
        LIVE_HEAP_BYTES,
        NATIVE_BYTES,
        DIRECT_BYTES,
        STACK_BYTES,
        RSS_BYTES,
        /** The kernel memory of the whole machine, so it includes both ends of each connection. */
        KERNEL_BYTES,
        /** The unread and unsent bytes in all sockets of the machine. */
        TCP_BYTES
    }

    /** Single numbers of a trial. {@code GRANTS} to {@code ENCODED} are counts of the server since its start. */
    public enum Value {
        WINDOW_SECONDS,
        USERS,
        /** The size of the thread pool; missing if a download does not occupy a thread. */
        THREADS,
        /** How long one download takes at its rate limit. */
        DOWNLOAD_SECONDS,
        RATE_BYTES,
        CHUNK_BYTES,
        PLANNED_RATE,
        ACHIEVED_RATE,
        /** The highest possible number of answers per second. */
        CEILING,
        /** The bytes that a client with one connection received in the window. */
        ONE_CONNECTION_BYTES,
        MANY_CONNECTIONS_BYTES,
        GRANTS,
        WAKEUPS,
        EMPTY_POLLS,
        PUBLISHED,
        ENCODED,
        /** The bytes that all threads of the server allocated in the window, including virtual threads. */
        ALLOCATED_BYTES,
        /** The context switches in the window of all threads that lived to its end. */
        SWITCHES,
        SERVER_THREADS,
        RSS_BYTES,
        /** The heap bytes of Weir's own classes, divided by the number of waiting downloads. */
        OWN_HEAP_BYTES
    }
}
