package dev.weir.perf.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON record of one trial, as measured. The failure says why the trial stopped early; null if it did not. */
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
        WarmUp none = new WarmUp(0, false);
        Fitness zero = new Fitness(0, 0, 0);
        return new Raw(planned, "", List.of(), List.of(), none, List.of(), Map.of(), Map.of(), Map.of(), zero, failure);
    }

    /**
     * Whether generator and machine were fast enough: the share of its core that the generator used, the share of CPU
     * time that other guests took, and the time of a fixed computation just before the trial.
     */
    public record Fitness(double coreShare, double stealShare, double calibrationSeconds) {
        public static final double MOST_LAG_SECONDS = 0.001;
        public static final double MOST_CORE = 0.80;
        public static final double MOST_STEAL = 0.02;
    }

    public record WarmUp(int cycles, boolean stable) {}

    /** One second of the window. The server's CPU time includes that of the garbage collector and JIT compilers. */
    public record Slice(double seconds, double units, double cpuSeconds, double gcSeconds, double jitSeconds) {
        double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /** Lists: {@code CLIENT_BYTES} has a number for each client, the others have one for each count of connections. */
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

    /** Single numbers of a trial. The server counts {@code GRANTS} to {@code ENCODED} since its start. */
    public enum Value {
        WINDOW_SECONDS,
        USERS,
        /** The size of the thread pool; missing if a download does not occupy a thread. */
        THREADS,
        DOWNLOAD_SECONDS,
        RATE_BYTES,
        CHUNK_BYTES,
        PLANNED_RATE,
        ACHIEVED_RATE,
        /** The highest possible number of answers per second. */
        CEILING,
        ONE_CONNECTION_BYTES,
        MANY_CONNECTIONS_BYTES,
        GRANTS,
        WAKEUPS,
        EMPTY_POLLS,
        PUBLISHED,
        ENCODED,
        /** The bytes that all threads of the server allocated in the window, including virtual threads. */
        ALLOCATED_BYTES,
        /** The context switches in the window, counted for the threads that were alive at its end. */
        SWITCHES,
        SERVER_THREADS,
        RSS_BYTES,
        /** The heap bytes of Weir's own classes, divided by the number of waiting downloads. */
        OWN_HEAP_BYTES
    }
}
