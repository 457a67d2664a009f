package dev.weir.watch.sample;

import dev.weir.perf.server.Proc;
import dev.weir.watch.sample.ServerSample.State;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server on this machine that the page shows. Thread-safe. */
public final class WatchedServer implements AutoCloseable {
    /** The metrics of the page, and the figures that show them. */
    private static final Map<String, String> GAUGES = Map.of(
            "weir_downloads_active", "active",
            "weir_downloads_waiting", "waiting",
            "weir_events_subscribers", "subscribers",
            "weir_events_lag", "lag",
            "weir_connections_open", "connections",
            "weir_threads_busy", "busy",
            "weir_threads_max", "busyMost",
            "weir_threads_queue", "queue");

    private static final Map<String, String> COUNTERS = Map.of(
            "weir_downloads_written_bytes_total", "bytes",
            "weir_soap_calls_total", "calls",
            "weir_requests_refused_total", "refused");

    private static final String HEAP = "jvm_memory_used_bytes";
    private static final String QUERY = "prometheus?includedNames=" + HEAP + "," + String.join(",", names(GAUGES)) + ","
            + String.join(",", names(COUNTERS));
    /** Samples that may be missed, for example while the machine is busy, before the server counts as gone. */
    private static final int MOST_MISSED = 3;

    private final String address;
    private final Actuator actuator;
    private final int port;
    private final Map<String, Growth> growths = new HashMap<>();

    // Guarded by this.
    private ServerSample last;
    private boolean named;
    private OptionalLong pid = OptionalLong.empty();
    private int missed;
    private double heapBefore;
    private double heapAfterCollection;

    /** @param name what the page calls it; empty for the server's model and port, once it tells them */
    public WatchedServer(String name, URI management) {
        address = management.getAuthority();
        port = management.getPort();
        actuator = new Actuator(management);
        named = !name.isEmpty();
        last = sample(named ? name : address, State.STARTING);
    }

    private static List<String> names(Map<String, String> figures) {
        return figures.keySet().stream().sorted().toList();
    }

    private ServerSample sample(String name, State state) {
        return new ServerSample(name, address, state, Map.of(), Map.of(), Map.of());
    }

    public synchronized String name() {
        return last.name();
    }

    public synchronized boolean isUp() {
        return last.state() == State.UP;
    }

    /** Shows the server as starting until it answers, and not as gone. */
    public synchronized void expect() {
        last = sample(last.name(), State.STARTING);
    }

    /** Reads the server. Blocks for at most some seconds. */
    public synchronized ServerSample sample() throws InterruptedException {
        try {
            JsonNode limits = JsonMapper.shared().readTree(actuator.get("weir"));
            Metrics metrics = new Metrics(actuator.get(QUERY));
            if (last.state() != State.UP) {
                begin();
            }
            missed = 0;
            last = new ServerSample(
                    last.name(),
                    address,
                    State.UP,
                    figures(metrics, System.nanoTime()),
                    metrics.by("weir_requests_refused_total", "reason"),
                    rates(limits));
        } catch (HttpTimeoutException e) {
            missed++;
            lose(missed > MOST_MISSED);
        } catch (IOException | RuntimeException e) { // the latter if the answer is not that of a Weir
            lose(true);
        }
        return last;
    }

    /** Returns the latest sample, while another thread still waits for the next. */
    synchronized ServerSample last() {
        return last;
    }

    private void begin() throws IOException, InterruptedException {
        pid = ListeningProcess.onPort(port);
        growths.clear();
        heapBefore = 0;
        heapAfterCollection = 0;
        if (!named) {
            JsonNode weir = JsonMapper.shared().readTree(actuator.get("info")).path("weir");
            String style = weir.path("style").asString("tuned");
            String model = weir.path("model").asString("server") + (style.equals("tuned") ? "" : "-" + style);
            last = sample(model + " :" + port, State.STARTING);
            named = true;
        }
    }

    private void lose(boolean gone) {
        if (gone && last.state() == State.UP) {
            last = sample(last.name(), State.GONE);
        }
    }

    private Map<String, Double> figures(Metrics metrics, long nowNanos) throws IOException {
        Map<String, Double> figures = new HashMap<>();
        GAUGES.forEach((metric, name) -> put(figures, name, metrics.sum(metric)));
        COUNTERS.forEach(
                (metric, name) -> metrics.sum(metric).ifPresent(value -> grow(figures, name, nowNanos, value)));
        metrics.sum(HEAP, "area=\"heap\"").ifPresent(used -> figures.put("heap", afterCollection(used)));
        if (pid.isPresent()) {
            Proc.Stat stat = Proc.Stat.of(pid.getAsLong());
            figures.put("threads", (double) stat.threads());
            figures.put("rss", (double) stat.rssBytes());
            grow(figures, "cpu", System.nanoTime(), Proc.cpuSeconds(pid.getAsLong()));
        }
        return figures;
    }

    private void grow(Map<String, Double> figures, String name, long nowNanos, double value) {
        put(figures, name, growths.computeIfAbsent(name, _ -> new Growth()).add(nowNanos, value));
    }

    private static void put(Map<String, Double> figures, String name, OptionalDouble value) {
        value.ifPresent(number -> figures.put(name, number));
    }

    /**
     * Returns the heap in use after the last collection that a sample has seen: the use falls only by a collection.
     * Before the first, returns the heap in use.
     */
    private double afterCollection(double used) {
        if (used < heapBefore || heapAfterCollection == 0 || used < heapAfterCollection) {
            heapAfterCollection = used;
        }
        heapBefore = used;
        return heapAfterCollection;
    }

    private static Map<String, Long> rates(JsonNode limits) {
        Map<String, Long> rates = new HashMap<>();
        rates.put("global", limits.path("global").path("rate").asLong());
        limits.path("plans")
                .forEachEntry((name, plan) -> rates.put(name, plan.path("rate").asLong()));
        return rates;
    }

    /** Changes the rate of {@code global} or of a plan. Throws with the server's reason if it refuses. */
    public void limit(String name, long bytesPerSecond) throws IOException, InterruptedException {
        actuator.post("weir/" + name, "{\"rate\":" + bytesPerSecond + "}");
    }

    @Override
    public void close() {
        actuator.close();
    }
}
