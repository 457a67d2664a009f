package dev.weir.perf.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one trial recorded, before anything was computed from it; its histograms and the server's log are files of the
 * same name.
 *
 * @param unit of the work that slices count
 * @param errors of the load, by what went wrong; in every phase of the trial
 * @param failure why there is nothing to measure, or null
 */
public record Raw(
        Plan.Case planned,
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

    public static Raw failed(Plan.Case planned, Exception cause) {
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
     * How the generator and the machine were over the measured window.
     *
     * @param coreShare of the generator's core that its process used
     * @param stealShare of the machine's time that other guests got
     * @param calibrationSeconds which a fixed piece of work took just before
     */
    public record Fitness(double coreShare, double stealShare, double calibrationSeconds) {
        public static final double MOST_LAG_SECONDS = 0.001;
        public static final double MOST_CORE = 0.80;
        public static final double MOST_STEAL = 0.02;
    }

    /**
     * How the server was warmed.
     *
     * @param cycles of load and pause
     * @param stable whether the CPU for a unit had stopped moving and the compilers were idle
     */
    public record WarmUp(int cycles, boolean stable) {}

    /**
     * What the server did and used in one second of the measured window.
     *
     * @param units of work done, as the generator counted them; the trial says of what
     * @param cpuSeconds of the server's process, with what its collector and its compilers used
     */
    public record Slice(double seconds, double units, double cpuSeconds, double gcSeconds, double jitSeconds) {
        /** CPU of the server's own work. */
        double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /** Numbers of a trial that belong together, in order. */
    public enum Series {
        /** What each client got in the window. */
        CLIENT_BYTES,
        /** How many connections were held when memory was read; those below were read then. */
        CONNECTIONS,
        LIVE_HEAP_BYTES,
        NATIVE_BYTES,
        DIRECT_BYTES,
        STACK_BYTES,
        RSS_BYTES,
        /** Of the whole machine: both ends of each connection are in it. */
        KERNEL_BYTES,
        /** Of the whole machine: what sockets hold of data on its way. */
        TCP_BYTES
    }
}
