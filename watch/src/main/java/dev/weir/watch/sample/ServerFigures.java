package dev.weir.watch.sample;

import dev.weir.perf.server.Proc;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The figures of one server process, from the server's metrics and from the kernel. Not thread-safe. */
final class ServerFigures {
    private static final String WRITTEN = "weir_downloads_written_bytes_total";
    private static final String CALLS = "weir_soap_calls_total";
    private static final String REFUSED = "weir_requests_refused_total";
    private static final String HEAP = "jvm_memory_used_bytes";
    /** The metrics whose values the page shows unchanged, each with the name of its figure. */
    private static final Map<String, String> GAUGES = Map.of(
            "weir_downloads_active", "active",
            "weir_downloads_waiting", "waiting",
            "weir_events_subscribers", "subscribers",
            "weir_threads_busy", "busy",
            "weir_threads_max", "busyMost",
            "weir_threads_queue", "queue");
    /**
     * The names by which to request the metrics for {@link #take}. In a request, the name of a counter has no suffix
     * {@code _total}.
     */
    static final List<String> METRICS = Stream.concat(
                    GAUGES.keySet().stream(), Stream.of(WRITTEN, CALLS, REFUSED, HEAP))
            .map(name -> name.replaceFirst("_total$", ""))
            .sorted()
            .toList();

    private final OptionalLong pid;
    private final Map<String, Double> figures = new HashMap<>();
    private final CounterRate bytes = new CounterRate(1); // an interval is half a second while there are downloads
    private final CounterRate calls = new CounterRate(1); // an interval is a second
    private final CounterRate failedCalls = new CounterRate(1);
    private final CounterRate cpu = new CounterRate(2); // an interval is at most a second
    private Map<String, Long> refused = Map.of();
    private double heapBefore;
    private double heapAfterCollection;

    /**
     * @param pid the id of the server's process; empty if it is unknown, for example because the server runs on another
     *     machine. Then there are no figures for threads, resident memory and CPU use.
     */
    ServerFigures(OptionalLong pid) {
        this.pid = pid;
    }

    /** Returns the latest figures by name. */
    Map<String, Double> figures() {
        return Map.copyOf(figures);
    }

    /** Returns how many requests were refused, by reason. */
    Map<String, Long> refused() {
        return refused;
    }

    /** Returns whether no download was open at the last reading of the metrics. */
    boolean isIdle() {
        return figures.getOrDefault("active", 0.0) == 0;
    }

    /** Updates the figures from a reading of {@link #METRICS}. */
    void take(Metrics metrics, long nowNanos) {
        GAUGES.forEach((metric, name) -> put(name, metrics.sum(metric)));
        metrics.sum(WRITTEN).ifPresent(total -> takeWritten(total, nowNanos));
        metrics.sum(CALLS).ifPresent(all -> {
            double answered = metrics.sum(CALLS, "outcome=\"answered\"").orElse(0);
            put("calls", calls.add(nowNanos, answered));
            put("failedCalls", failedCalls.add(nowNanos, all - answered));
        });
        metrics.sum(HEAP, "area=\"heap\"").ifPresent(used -> figures.put("heap", afterCollection(used)));
        refused = metrics.by(REFUSED, "reason");
    }

    /** Updates the download rate. {@code total} is the number of bytes that the server has written so far. */
    void takeWritten(double total, long nowNanos) {
        put("bytes", bytes.add(nowNanos, total));
    }

    /** Updates the figures for threads, memory and CPU use from the kernel's files about the process. */
    void takeProcess() throws IOException {
        if (pid.isPresent()) {
            Proc.Stat stat = Proc.Stat.of(pid.getAsLong());
            figures.put("threads", (double) stat.threads());
            figures.put("rss", (double) stat.rssBytes());
            put("cpu", cpu.add(System.nanoTime(), Proc.cpuSeconds(pid.getAsLong())));
        }
    }

    private void put(String name, OptionalDouble value) {
        value.ifPresentOrElse(number -> figures.put(name, number), () -> figures.remove(name));
    }

    /**
     * Returns how much heap was in use after the last garbage collection. A reading that is lower than the previous one
     * shows that there was a collection. Before the first collection, returns the first reading.
     */
    private double afterCollection(double used) {
        if (used < heapBefore || heapAfterCollection == 0 || used < heapAfterCollection) {
            heapAfterCollection = used;
        }
        heapBefore = used;
        return heapAfterCollection;
    }
}
