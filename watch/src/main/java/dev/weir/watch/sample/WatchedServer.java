package dev.weir.watch.sample;

import dev.weir.watch.sample.ServerSample.State;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server that the page shows. Thread-safe, except that only one thread at a time may call {@link #read}. */
public final class WatchedServer implements AutoCloseable {
    /** After this time without an answer, the last figures are no longer shown. */
    private static final long LATE_NANOS = Duration.ofSeconds(2).toNanos();
    /** After this time, a server that has not answered since its start counts as gone, even if its process runs. */
    private static final long LONGEST_START_NANOS = Duration.ofMinutes(2).toNanos();

    private static final String METRICS = "prometheus?includedNames=" + String.join(",", ServerFigures.METRICS);
    private static final String WRITTEN = "metrics/weir.downloads.written";
    // An answer costs the server CPU time. So an idle server is asked once a second, and for the limits less often.
    private static final int READINGS_PER_METRICS = 2;
    private static final int READINGS_PER_LIMITS = 10;

    private record Answer(ServerSample sample, long nanos) {}

    private final String address;
    private final Actuator actuator;
    private final int port;
    private final BooleanSupplier isStarting;
    private final LongSupplier clock;

    private volatile Answer last;
    private volatile long expectedNanos;
    private volatile boolean limitsAreDue;
    // Used by one reading at a time.
    private ServerFigures figures = new ServerFigures(OptionalLong.empty());
    private boolean named;
    private int readings;

    /**
     * @param name the name on the page. If empty, the server's model and port become the name when it first answers
     * @param management the URL of the management port, with a loopback address
     * @param isStarting returns true if the server has a process; the process may still be starting
     */
    public WatchedServer(String name, URI management, BooleanSupplier isStarting) {
        this(name, management, isStarting, System::nanoTime);
    }

    WatchedServer(String name, URI management, BooleanSupplier isStarting, LongSupplier clock) {
        address = management.getAuthority();
        port = management.getPort();
        actuator = new Actuator(management);
        this.isStarting = isStarting;
        this.clock = clock;
        named = !name.isEmpty();
        expectedNanos = clock.getAsLong();
        last = answer(State.STARTING, named ? name : address);
    }

    private Answer answer(State state, String name) {
        return new Answer(new ServerSample(name, address, state, Map.of(), Map.of(), Map.of()), clock.getAsLong());
    }

    public String name() {
        return last.sample.name();
    }

    /** Makes the page show the server as starting, until the server answers or its process ends. */
    public void expect() {
        expectedNanos = clock.getAsLong();
        last = answer(State.STARTING, name());
    }

    /** Returns the latest known state and figures. Does not block. */
    public ServerSample now() {
        Answer known = last;
        ServerSample sample = known.sample;
        long silentNanos = clock.getAsLong() - known.nanos;
        return sample.state() != State.UP || silentNanos < LATE_NANOS
                ? sample
                : new ServerSample(
                        sample.name(),
                        address,
                        State.SILENT,
                        Map.of("silent", silentNanos / 1e9),
                        Map.of(),
                        sample.rates());
    }

    /** Reads the server's figures. Called twice a second, unless a call still runs. May block for a few seconds. */
    void read() throws InterruptedException {
        try {
            boolean isUp = last.sample.state() == State.UP;
            if (isUp && readings % READINGS_PER_METRICS != 0 && figures.isIdle()) {
                readings++;
                return;
            }
            if (!isUp) {
                readings = 0;
            }
            Map<String, Long> rates = limits();
            if (!isUp) { // it has answered, so its process listens
                figures = new ServerFigures(ListeningProcess.onPort(port));
            }
            readMetrics();
            String name = named ? name() : nameFromModel();
            figures.takeProcess();
            ServerSample sample =
                    new ServerSample(name, address, State.UP, figures.figures(), figures.refused(), rates);
            last = new Answer(sample, clock.getAsLong());
            readings++;
        } catch (HttpTimeoutException e) {
            miss(false);
        } catch (IOException | RuntimeException e) { // a RuntimeException if the answer is not one of Weir
            miss(true);
        }
    }

    private void readMetrics() throws IOException, InterruptedException {
        if (readings % READINGS_PER_METRICS == 0) {
            Metrics metrics = new Metrics(actuator.get(METRICS));
            figures.take(metrics, System.nanoTime());
        } else {
            JsonNode written = JsonMapper.shared().readTree(actuator.get(WRITTEN));
            figures.takeWritten(
                    written.path("measurements").path(0).path("value").asDouble(), System.nanoTime());
        }
    }

    private Map<String, Long> limits() throws IOException, InterruptedException {
        if (readings % READINGS_PER_LIMITS != 0 && !limitsAreDue) {
            return last.sample.rates();
        }
        limitsAreDue = false;
        JsonNode limits = JsonMapper.shared().readTree(actuator.get("weir"));
        Map<String, Long> rates = new HashMap<>();
        rates.put("global", limits.path("global").path("rate").asLong());
        limits.path("plans")
                .forEachEntry(
                        (plan, state) -> rates.put(plan, state.path("rate").asLong()));
        return rates;
    }

    private String nameFromModel() throws IOException, InterruptedException {
        JsonNode weir = JsonMapper.shared().readTree(actuator.get("info")).path("weir");
        String style = weir.path("style").asString("tuned");
        named = true;
        return weir.path("model").asString("server") + (style.equals("tuned") ? "" : "-" + style) + " :" + port;
    }

    /**
     * Checks after a failed reading whether the server is gone.
     *
     * @param refused true if no Weir server listens on the port; false if the server has not answered in time
     */
    private void miss(boolean refused) {
        boolean gone = switch (last.sample.state()) {
            case UP -> refused;
            case STARTING ->
                (refused && !isStarting.getAsBoolean()) || clock.getAsLong() - expectedNanos > LONGEST_START_NANOS;
            default -> false;
        };
        if (gone) {
            last = answer(State.GONE, name());
        }
    }

    /**
     * Changes a rate limit. If the server refuses, throws an exception with the server's reason.
     *
     * @param name {@code global} for the limit that all clients share, or the name of a plan
     */
    public void limit(String name, long bytesPerSecond) throws IOException, InterruptedException {
        actuator.post("weir/" + name, "{\"rate\":" + bytesPerSecond + "}");
        limitsAreDue = true;
    }

    @Override
    public void close() {
        actuator.close();
    }
}
