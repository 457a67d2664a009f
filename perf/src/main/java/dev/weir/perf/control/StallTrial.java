package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.result.Checks;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.Waiting;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Stops a server under an open load, continues it, and compares the measured response times with predicted ones. */
public record StallTrial(ServerProcess server, Load load, double perSecond, Duration window, Duration stop) {
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration CAPACITY = Duration.ofSeconds(3);
    private static final double[] PERCENTILES = {98, 99, 99.5, 100};
    /** The largest relative difference of the measured tail from the predicted one. */
    private static final double MARGIN = 0.05;

    /** Describes the trial for the report. */
    public String description() {
        return """
            The generator sends %.0f requests/s at equal gaps over %d connections for %d s. Meanwhile SIGSTOP stops the \
            server. The tail is predicted from the plan: requests that arrive during the stop wait for its end and then \
            for their turn. The rate at which the server drains its queue, and its response without a queue, are measured \
            separately. The service time counts from the actual sending. A generator with coordinated omission would \
            report it, because it leaves out the time that requests wait to be sent.\
            """.formatted(perSecond, load.connections(), window.toSeconds());
    }

    /** Warms the server for {@code warmUp}, runs the trial once, and writes {@code stall.hlog}. */
    public void run(Duration warmUp, Path directory, Checks checks) throws IOException, InterruptedException {
        load.closed(warmUp);
        server.pin();
        server.collect();
        double before = load.closed(CAPACITY).answeredPerSecond();
        Arrivals arrivals = Arrivals.constant(perSecond);
        Load.Running running = load.open(arrivals, TO_CONNECT, window);
        long zero = running.window().fromNanos();
        Stopped stopped = stop(zero + CALM.toNanos());
        RequestRecorder.RequestRecording recording = running.recording();
        // The mean before and after the stop, since server and machine change their speed.
        double capacity = (before + load.closed(CAPACITY).answeredPerSecond()) / 2;

        log(directory.resolve("stall.hlog"), recording);
        Histogram calm = new Histogram(3);
        recording.responseMicrosBySecond().subList(0, (int) CALM.toSeconds()).forEach(calm::add);
        double calmMicros = calm.getValueAtPercentile(50);
        StallPrediction prediction = new StallPrediction(
                stopped.fromNanos - zero, stopped.toNanos - zero, capacity, (long) (calmMicros * 1e3));
        arrivals.within(window, prediction::arrives);

        checks.errors(recording.errors());
        checks.measured("stopped for", (stopped.toNanos - stopped.fromNanos) / 1e9, "s");
        checks.measured("rate at which the queue drains", capacity, "requests/s");
        checks.measured("median response without a queue", calmMicros, "us");
        checks.exactly("answered", recording.answered(), recording.planned(), "requests");
        for (double percentile : PERCENTILES) {
            String name =
                    percentile == 100 ? "max" : "p" + String.valueOf(percentile).replaceAll("\\.0$", "");
            double computed = prediction.responseMicros().getValueAtPercentile(percentile) / 1e3;
            double measured = recording.responseMicros().getValueAtPercentile(percentile) / 1e3;
            checks.measured(name + ", computed", computed, "ms");
            checks.between(name, measured, computed * (1 - MARGIN), computed * (1 + MARGIN), "ms");
            double service = recording.serviceMicros().getValueAtPercentile(percentile) / 1e3;
            checks.measured(name + ", service time", service, "ms");
        }
    }

    /** The beginning and the end of the stop, on the clock of {@link System#nanoTime()}. */
    private record Stopped(long fromNanos, long toNanos) {}

    /** Stops the server at an instant for the planned time, and continues it even after an exception. */
    private Stopped stop(long fromNanos) throws IOException, InterruptedException {
        Waiting.until(fromNanos);
        try {
            // Both instants are read after the kill command, so its duration cancels out.
            kill("-STOP");
            long stoppedNanos = System.nanoTime();
            Thread.sleep(stop);
            kill("-CONT");
            return new Stopped(stoppedNanos, System.nanoTime());
        } finally {
            kill("-CONT");
        }
    }

    private void kill(String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(server.pid()))
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill " + signal + " " + server.pid() + " ended with " + kill.exitValue());
        }
    }

    /** Writes a load in HdrHistogram's log format: microseconds, one interval per second, and a tag per kind of time. */
    private static void log(Path file, RequestRecorder.RequestRecording recording) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("microseconds; a request is in the second in which it was meant to start");
            writer.outputLogFormatVersion();
            writer.outputLegend();
            log(writer, "response", recording.responseMicrosBySecond());
            log(writer, "service", recording.serviceMicrosBySecond());
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
     * Predicts the response times of an open load when the server stops for a while.
     *
     * <p>The model is one queue, first come first served. Requests that arrive during the stop, or before the queue is empty
     * again, are served one by one from the end of the stop.
     */
    static final class StallPrediction {
        private final Histogram responseMicros = new Histogram(3);
        private final long stopNanos;
        private final long continueNanos;
        private final double serviceNanos;
        private final long calmNanos;
        /** The instant at which the server has served all requests so far. */
        private double freeNanos = Double.NEGATIVE_INFINITY;

        /**
         * All instants count from the same arbitrary zero.
         *
         * @param perSecond the server's rate while its queue is not empty
         * @param calmNanos the response time without a queue
         */
        StallPrediction(long stopNanos, long continueNanos, double perSecond, long calmNanos) {
            this.stopNanos = stopNanos;
            this.continueNanos = continueNanos;
            this.serviceNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
            this.calmNanos = calmNanos;
        }

        /** Adds an arrival. Arrivals are added in order. */
        void arrives(long nanos) {
            boolean stopped = nanos >= stopNanos && nanos < continueNanos;
            double servedFrom = Math.max(freeNanos, (double) (stopped ? continueNanos : nanos));
            freeNanos = servedFrom + serviceNanos;
            double response = servedFrom - nanos + calmNanos;
            responseMicros.recordValue(TimeUnit.NANOSECONDS.toMicros((long) response));
        }

        Histogram responseMicros() {
            return responseMicros;
        }
    }
}
