package dev.weir.crosscheck;

import com.google.common.collect.Maps;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.HistogramLog;
import dev.weir.perf.server.Host;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Checks the load generator for coordinated omission: suspends a server and compares latencies with a prediction. */
public record StallTrial(ServerProcess server, Load load) {
    private static final double RATE = 1_000;
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration CAPACITY = Duration.ofSeconds(3);
    private static final double[] PERCENTILES = {98, 99, 99.5, 100};
    private static final double MARGIN = 0.05;

    private static final String STOPPED = "stop and continuation, nanoseconds after the window's start";
    private static final String CAPACITY_RATES = "requests/s in a closed loop, before and after";
    private static final String CALM_RESPONSE = "median response before the stop, microseconds";
    private static final String REQUESTS = "requests, planned and answered";
    private static final String RESPONSES = "response at each percentile, microseconds";
    private static final String SERVICES = "service time at each percentile, microseconds";
    /** The measured series, and how many values each has. {@link #judge} computes all reported figures from them. */
    private static final Map<String, Integer> SERIES = Map.of(
            STOPPED, 2,
            CAPACITY_RATES, 2,
            CALM_RESPONSE, 1,
            REQUESTS, 2,
            RESPONSES, PERCENTILES.length,
            SERVICES, PERCENTILES.length);

    public String run(Path directory, Checks checks) throws IOException, InterruptedException {
        load.closed(Duration.ofSeconds(15));
        server.pin();
        server.collect();
        double before = load.closed(CAPACITY).answeredPerSecond();
        Load.Running running = load.open(Arrivals.constant(RATE), Duration.ofSeconds(1), WINDOW);
        long zero = running.window().fromNanos();
        Window stopped = stop(zero + CALM.toNanos());
        RequestRecorder.RequestRecording recording = running.recording();
        double after = load.closed(CAPACITY).answeredPerSecond();

        String comment = "latency in microseconds, by the second in which each request was due to start";
        HistogramLog.write(directory.resolve("stall.hlog"), comment, writer -> {
            log(writer, "response", recording.responseMicrosBySecond());
            log(writer, "service", recording.serviceMicrosBySecond());
        });
        Histogram calm = new Histogram(3);
        recording.responseMicrosBySecond().subList(0, (int) CALM.toSeconds()).forEach(calm::add);
        checks.errors(recording.errors());
        Map<String, List<Number>> series = new TreeMap<>();
        series.put(STOPPED, List.of(stopped.fromNanos() - zero, stopped.toNanos() - zero));
        series.put(CAPACITY_RATES, List.of(before, after));
        series.put(CALM_RESPONSE, List.of(calm.getValueAtPercentile(50)));
        series.put(REQUESTS, List.of(recording.planned(), recording.answered()));
        series.put(RESPONSES, atPercentiles(recording.responseMicros()));
        series.put(SERVICES, atPercentiles(recording.serviceMicros()));
        judge(series, checks);
        return """
            The generator sends %.0f requests/s at equal gaps over %d connections for %d s. Meanwhile SIGSTOP stops \
            the server for a second. The tail is predicted from the plan: requests that arrive during the stop wait \
            for its end and then for their turn. The rate at which the server drains its queue, and its response time \
            without a queue, are measured separately. The service time counts from the instant at which a request was \
            really sent. A generator with coordinated omission would report the service time, and so leave out how \
            long requests wait to be sent.\
            """.formatted(RATE, load.connections(), WINDOW.toSeconds());
    }

    private static List<Number> atPercentiles(Histogram micros) {
        return DoubleStream.of(PERCENTILES)
                .<Number>mapToObj(micros::getValueAtPercentile)
                .toList();
    }

    /**
     * Adds the series to {@code checks}. Computes figures from the series, and checks the figures. Throws
     * {@link IllegalArgumentException} if the series or their numbers of values differ from {@link #SERIES}.
     */
    static void judge(Map<String, List<Number>> series, Checks checks) {
        Map<String, Integer> counts = Maps.transformValues(series, List::size);
        if (!counts.equals(SERIES)) {
            throw new IllegalArgumentException("the numbers of values are %s, but should be %s"
                    .formatted(new TreeMap<>(counts), new TreeMap<>(SERIES)));
        }
        series.forEach(checks::raw);
        long stopNanos = (long) value(series, STOPPED, 0);
        long continueNanos = (long) value(series, STOPPED, 1);
        // The mean of the capacities before and after the stop, since the speed of the machine changes.
        double capacity = (value(series, CAPACITY_RATES, 0) + value(series, CAPACITY_RATES, 1)) / 2;
        double calmMicros = value(series, CALM_RESPONSE, 0);
        StallPrediction prediction = new StallPrediction(stopNanos, continueNanos, capacity, (long) (calmMicros * 1e3));
        Arrivals.constant(RATE).within(WINDOW, prediction::arrives);

        checks.measured("stopped for", (continueNanos - stopNanos) / 1e9, "s");
        checks.measured("rate at which the queue drains", capacity, "requests/s");
        checks.measured("median response without a queue", calmMicros, "us");
        checks.exactly("answered", value(series, REQUESTS, 1), value(series, REQUESTS, 0), "requests");
        for (int i = 0; i < PERCENTILES.length; i++) {
            String percentile = String.valueOf(PERCENTILES[i]).replaceAll("\\.0$", "");
            String name = PERCENTILES[i] == 100 ? "max" : "p" + percentile;
            double computed = prediction.responseMicros.getValueAtPercentile(PERCENTILES[i]) / 1e3;
            checks.measured(name + ", computed", computed, "ms");
            double measured = value(series, RESPONSES, i) / 1e3;
            checks.between(name, measured, computed * (1 - MARGIN), computed * (1 + MARGIN), "ms");
            checks.measured(name + ", service time", value(series, SERVICES, i) / 1e3, "ms");
        }
    }

    private static double value(Map<String, List<Number>> series, String name, int at) {
        return series.getOrDefault(name, List.of()).get(at).doubleValue();
    }

    /** Suspends the server for one second, beginning at {@code fromNanos}. Returns the window of the suspension. */
    private Window stop(long fromNanos) throws IOException, InterruptedException {
        Waiting.until(fromNanos);
        try {
            // Both instants are read after a kill command has ended, so the durations of the commands cancel out.
            kill("-STOP");
            long stoppedNanos = System.nanoTime();
            Thread.sleep(Duration.ofSeconds(1));
            kill("-CONT");
            return new Window(stoppedNanos, System.nanoTime());
        } finally {
            kill("-CONT");
        }
    }

    private void kill(String signal) throws IOException {
        String said = Host.output("kill", signal, Long.toString(server.pid()));
        if (!said.isEmpty()) {
            throw new IOException("kill " + signal + ": " + said);
        }
    }

    private static void log(HistogramLogWriter writer, String tag, List<Histogram> bySecond) {
        for (int second = 0; second < bySecond.size(); second++) {
            Histogram micros = bySecond.get(second);
            micros.setTag(tag);
            writer.outputIntervalHistogram(second, second + 1, micros, 1);
        }
    }

    /**
     * Predicts the response times of a load on a server that is suspended for a while. During the suspension, requests
     * queue in order of arrival. Afterwards the server answers them at a measured rate.
     */
    static final class StallPrediction {
        final Histogram responseMicros = new Histogram(3);
        private final long stopNanos;
        private final long continueNanos;
        private final double serviceNanos;
        private final long calmNanos;
        private double freeNanos = Double.NEGATIVE_INFINITY;

        StallPrediction(long stopNanos, long continueNanos, double perSecond, long calmNanos) {
            this.stopNanos = stopNanos;
            this.continueNanos = continueNanos;
            this.serviceNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
            this.calmNanos = calmNanos;
        }

        void arrives(long nanos) {
            boolean stopped = nanos >= stopNanos && nanos < continueNanos;
            double servedFrom = Math.max(freeNanos, (double) (stopped ? continueNanos : nanos));
            freeNanos = servedFrom + serviceNanos;
            double response = servedFrom - nanos + calmNanos;
            responseMicros.recordValue(TimeUnit.NANOSECONDS.toMicros((long) response));
        }
    }
}
