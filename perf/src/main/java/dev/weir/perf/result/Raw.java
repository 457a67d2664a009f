package dev.weir.perf.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JSON record of one trial, as measured. {@code failure} says why the trial stopped early; null if it did not. */
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
        @JsonSetter(nulls = Nulls.SET) @Nullable String failure) {
    public static Raw failed(RunPlan.Case planned, Exception cause) {
        String failure = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        WarmUp none = new WarmUp(0, false);
        Fitness zero = new Fitness(0, 0, 0, 0, List.of());
        return new Raw(planned, "", List.of(), List.of(), none, List.of(), Map.of(), Map.of(), Map.of(), zero, failure);
    }

    /** Returns a copy with the times of a fixed computation, which ran on two cores before and after the trial. */
    public Raw calibrated(List<Double> before, List<Double> after) {
        List<Double> all = Stream.concat(before.stream(), after.stream()).toList();
        Fitness fit = new Fitness(fitness.coreShare, fitness.stealShare, fitness.othersShare, fitness.queued, all);
        return new Raw(planned, unit, command, serverLines, warmUp, slices, values, series, errors, fit, failure);
    }

    /**
     * Shows whether generator and machine were fast enough. A share is at least 0 and at most 1. If a trial has several
     * windows, each value but the calibration is that of its worst window.
     *
     * @param coreShare the part of its core that the generator used
     * @param stealShare the part of the machine's time that other virtual machines used
     * @param othersShare the part of the server's cores that other processes used
     * @param queued how many of the server's threads waited for a core, on average; does not make a trial invalid,
     *     because a server may have more busy threads than cores
     * @param calibrationSeconds the times of a fixed computation: on the server's core and on the generator's core
     *     before the trial, then on the same cores after it
     */
    public record Fitness(
            double coreShare, double stealShare, double othersShare, double queued, List<Double> calibrationSeconds) {
        public static final double MOST_LAG_SECONDS = 0.001;
        public static final double MOST_CORE = 0.80;
        public static final double MOST_STEAL = 0.02;
        public static final double MOST_OTHERS = 0.05;

        /** Returns the worse value of each kind, and the calibration of this object. */
        public Fitness worst(Fitness other) {
            return new Fitness(
                    Math.max(coreShare, other.coreShare),
                    Math.max(stealShare, other.stealShare),
                    Math.max(othersShare, other.othersShare),
                    Math.max(queued, other.queued),
                    calibrationSeconds);
        }
    }

    public record WarmUp(int cycles, boolean stable) {}

    /** A part of a measurement, usually a second. The CPU time includes garbage collection and JIT compilation. */
    public record Slice(double seconds, double units, double cpuSeconds, double gcSeconds, double jitSeconds) {
        double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /**
     * A trial's lists of values. {@code CLIENT_BYTES} has a value per client. {@code UNITS} and {@code CPU_SECONDS}
     * have the amount per second at each rate of load. The others have a value for each number of connections.
     */
    public enum Series {
        CLIENT_BYTES,
        UNITS,
        /** The CPU time of the server without its JIT compilers. */
        CPU_SECONDS,
        CONNECTIONS,
        LIVE_HEAP_BYTES,
        /** The memory of the server's processes outside of the Java heap. */
        NATIVE_BYTES,
        /** The live heap and the native memory. */
        PROCESS_BYTES,
        /** The kernel memory of the whole machine. It includes both ends of each connection. */
        KERNEL_BYTES
    }

    /**
     * The single values of a trial. The server itself counts {@code GRANTS}, {@code WAKEUPS}, {@code EMPTY_POLLS},
     * {@code PUBLISHED} and {@code ENCODED}, since it started.
     */
    public enum Value {
        WINDOW_SECONDS,
        USERS,
        /** The size of the server's thread pool. Missing if a download does not occupy a thread. */
        THREADS,
        DOWNLOAD_SECONDS,
        RATE_BYTES,
        CHUNK_BYTES,
        PLANNED_RATE,
        ACHIEVED_RATE,
        /** The most answers per second that the trial's clients and the server's thread pool allow. */
        CEILING,
        /** The server's measured capacity, in answers per second. */
        CAPACITY,
        /** After an overload, the time from the start of the next load until the server is as fast as before. */
        RECOVERY_SECONDS,
        /** The bytes of live heap and native memory before the warm-up. */
        MEMORY_BEFORE,
        /** The same after the overload. */
        MEMORY_AFTER,
        /** How many downloads the server still counts as active after their clients have left. */
        LEFT_OVER,
        /** The time from the start of the server's process until it was healthy. */
        START_SECONDS,
        START_CPU_SECONDS,
        /** The number of planned requests per second, in an overload. */
        OFFERED_RATE,
        /** In an overload, how many requests the server had neither answered nor refused at the end of the window. */
        WAITING,
        /** The number of requests that the server answered with status 503 in the window. */
        REFUSED,
        /** A client's bytes per window over 1 connection. {@link #MANY_CONNECTIONS_BYTES} is for 16 connections. */
        ONE_CONNECTION_BYTES,
        MANY_CONNECTIONS_BYTES,
        GRANTS,
        WAKEUPS,
        EMPTY_POLLS,
        /** How many polls the server answered without an event in the measured window. */
        EMPTY_ANSWERS,
        PUBLISHED,
        ENCODED,
        /** The bytes that all threads of the server, including virtual ones, allocated in the measured window. */
        ALLOCATED_BYTES,
        /** The server's context switches in the measured window. Threads that end within the window do not count. */
        SWITCHES,
        /** The part of the window in which the generator's lag was measured: not while it reads a burst of events. */
        LAG_MEASURED,
        SERVER_THREADS,
        RSS_BYTES,
        /** How many heap bytes the objects of Weir's own classes take per connection. */
        OWN_HEAP_BYTES
    }
}
