package dev.weir.crosscheck;

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
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Checks the generator for coordinated omission: suspends a server and compares latencies with a prediction. */
public record StallTrial(ServerProcess server, Load load) {
    private static final double RATE = 1_000;
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration CAPACITY = Duration.ofSeconds(3);
    private static final double[] PERCENTILES = {98, 99, 99.5, 100};
    private static final double MARGIN = 0.05;

    public String run(Path directory, Checks checks) throws IOException, InterruptedException {
        load.closed(Duration.ofSeconds(15));
        server.pin();
        server.collect();
        double before = load.closed(CAPACITY).answeredPerSecond();
        Arrivals arrivals = Arrivals.constant(RATE);
        Load.Running running = load.open(arrivals, Duration.ofSeconds(1), WINDOW);
        long zero = running.window().fromNanos();
        Window stopped = stop(zero + CALM.toNanos());
        RequestRecorder.RequestRecording recording = running.recording();
        // The mean of the capacities before and after the stop, since the speed of the machine changes.
        double capacity = (before + load.closed(CAPACITY).answeredPerSecond()) / 2;

        String comment = "latency in microseconds, by the second in which each request was due to start";
        HistogramLog.write(directory.resolve("stall.hlog"), comment, writer -> {
            log(writer, "response", recording.responseMicrosBySecond());
            log(writer, "service", recording.serviceMicrosBySecond());
        });
        Histogram calm = new Histogram(3);
        recording.responseMicrosBySecond().subList(0, (int) CALM.toSeconds()).forEach(calm::add);
        double calmMicros = calm.getValueAtPercentile(50);
        StallPrediction prediction = new StallPrediction(
                stopped.fromNanos() - zero, stopped.toNanos() - zero, capacity, (long) (calmMicros * 1e3));
        arrivals.within(WINDOW, prediction::arrives);

        checks.errors(recording.errors());
        checks.measured("stopped for", stopped.seconds(), "s");
        checks.measured("rate at which the queue drains", capacity, "requests/s");
        checks.measured("median response without a queue", calmMicros, "us");
        checks.exactly("answered", recording.answered(), recording.planned(), "requests");
        for (double percentile : PERCENTILES) {
            String name =
                    percentile == 100 ? "max" : "p" + String.valueOf(percentile).replaceAll("\\.0$", "");
            double computed = prediction.responseMicros.getValueAtPercentile(percentile) / 1e3;
            double measured = recording.responseMicros().getValueAtPercentile(percentile) / 1e3;
            checks.measured(name + ", computed", computed, "ms");
            checks.between(name, measured, computed * (1 - MARGIN), computed * (1 + MARGIN), "ms");
            double service = recording.serviceMicros().getValueAtPercentile(percentile) / 1e3;
            checks.measured(name + ", service time", service, "ms");
        }
        return """
            The generator sends %.0f requests/s at equal gaps over %d connections for %d s. Meanwhile SIGSTOP stops \
            the server for a second. The tail is predicted from the plan: requests that arrive during the stop wait \
            for its end and then for their turn. The rate at which the server drains its queue, and its response time \
            without a queue, are measured separately. The service time counts from the instant at which a request was \
            really sent. A generator with coordinated omission would report the service time, and so leave out how \
            long requests wait to be sent.\
            """.formatted(RATE, load.connections(), WINDOW.toSeconds());
    }

    /** Suspends the server at {@code fromNanos} for one second, and always resumes it. Returns the measured times. */
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
