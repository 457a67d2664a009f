package dev.weir.perf.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The record of one trial, from which the results are computed. Its histograms and the server's log are files with the same
 * name.
 *
 * @param unit the unit of work that slices count
 * @param errors the errors of all phases of the trial, by reason
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
     * @param calibrationSeconds the time of a fixed piece of work just before
     */
    public record Fitness(double coreShare, double stealShare, double calibrationSeconds) {
        public static final double MOST_LAG_SECONDS = 0.001;
        public static final double MOST_CORE = 0.80;
        public static final double MOST_STEAL = 0.02;
    }

    /**
     * The warm-up of the server.
     *
     * @param cycles the number of cycles of load and pause
     * @param stable whether the CPU per unit had stopped falling and the compilers were idle
     */
    public record WarmUp(int cycles, boolean stable) {}

    /**
     * The work and the CPU of the server in one second of the measured window.
     *
     * @param units units of work that the generator counted
     * @param cpuSeconds CPU of the server's process, including its collector and compilers
     */
    public record Slice(double seconds, double units, double cpuSeconds, double gcSeconds, double jitSeconds) {
        /** CPU without collector and compilers. */
        double ownSeconds() {
            return cpuSeconds - gcSeconds - jitSeconds;
        }
    }

    /** A sequence of numbers of a trial. */
    public enum Series {
        /** The bytes that each client received in the window. */
        CLIENT_BYTES,
        /** The number of open connections at each reading of memory. The series below are these readings. */
        CONNECTIONS,
        LIVE_HEAP_BYTES,
        NATIVE_BYTES,
        DIRECT_BYTES,
        STACK_BYTES,
        RSS_BYTES,
        /** The whole machine's kernel memory, so both ends of each connection. */
        KERNEL_BYTES,
        /** The data in all sockets of the machine. */
        TCP_BYTES
    }

    /** A single number of a trial. A scenario records only those that it has. */
    public enum Value {
        /** The length of the measured window. */
        WINDOW_SECONDS,
        USERS,
        /** The threads of the pool, when a download holds one. */
        THREADS,
        /** The time that one download needs at its rate. */
        DOWNLOAD_SECONDS,
        /** The plan's rate in bytes per second. */
        RATE_BYTES,
        /** The most bytes of one grant. */
        CHUNK_BYTES,
        /** Requests or deliveries per second, as planned and as measured. */
        PLANNED_RATE,
        ACHIEVED_RATE,
        /** The highest possible rate of answers per second. */
        CEILING,
        /** Bytes in the window: of a client with one connection, and of a client with many. */
        ONE_CONNECTION_BYTES,
        MANY_CONNECTIONS_BYTES,
        /** The server's own counts since its start. */
        GRANTS,
        WAKEUPS,
        EMPTY_POLLS,
        PUBLISHED,
        ENCODED,
        /** Bytes that all threads of the server, including virtual ones, allocated in the window. */
        ALLOCATED_BYTES,
        /** All context switches in the window of threads that lived to its end. */
        SWITCHES,
        /** At the end of the window. */
        SERVER_THREADS,
        RSS_BYTES,
        /** The bytes of instances of the server's own classes per waiting download. */
        OWN_HEAP_BYTES
    }
}
