package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Waiting;
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

/** Stops a server under an open load, lets it go on, and lays what the plan predicts beside what was measured. */
public record StallTrial(ServerProcess server, Load load, double perSecond, Duration window, Duration stop) {
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration CAPACITY = Duration.ofSeconds(3);
    private static final double[] PERCENTILES = {98, 99, 99.5, 100};
    /** What the computed tail and the measured one may differ by. */
    private static final double MARGIN = 0.05;

    /** What is done, for the reader. */
    public String description() {
        return """
            %.0f requests/s at equal gaps over %d connections for %d s; the server is stopped by SIGSTOP meanwhile. The \
            tail is computed from the plan: what arrives in the stop waits for its end, then for its turn. The requests \
            that the server serves in a second as it drains, and its response when it is calm, are measured apart. \
            Service time, from the actual sending, is what a generator would report that coordinates with the server: \
            it does not see the requests it did not send.\
            """.formatted(perSecond, load.connections(), window.toSeconds());
    }

    /** Does it once, on a server that gets warm for so long before; also writes {@code stall.hlog}. */
    public void run(Duration warmUp, Path directory, Findings found) throws IOException, InterruptedException {
        load.closed(warmUp);
        server.pin();
        server.collect();
        double before = load.closed(CAPACITY).answeredPerSecond();
        Arrivals arrivals = Arrivals.constant(perSecond);
        Load.Running running = load.open(arrivals, TO_CONNECT, window);
        long zero = running.window().fromNanos();
        Stopped stopped = stop(zero + CALM.toNanos());
        RequestRecorder.RequestRecording recording = running.recording();
        // On both sides of the stop: a server still gets faster, or its machine busier.
        double capacity = (before + load.closed(CAPACITY).answeredPerSecond()) / 2;

        RequestLog.write(directory.resolve("stall.hlog"), recording);
        Histogram calm = new Histogram(3);
        recording.responseMicrosBySecond().subList(0, (int) CALM.toSeconds()).forEach(calm::add);
        double calmMicros = calm.getValueAtPercentile(50);
        StallPrediction prediction = new StallPrediction(
                stopped.fromNanos - zero, stopped.toNanos - zero, capacity, (long) (calmMicros * 1e3));
        arrivals.within(window, prediction::arrives);

        found.errors(recording.errors());
        found.measured("stopped for", (stopped.toNanos - stopped.fromNanos) / 1e9, "s");
        found.measured("served as it drains", capacity, "requests/s");
        found.measured("response when calm, median", calmMicros, "us");
        found.exactly("answered", recording.answered(), recording.planned(), "requests");
        for (double percentile : PERCENTILES) {
            String name =
                    percentile == 100 ? "max" : "p" + String.valueOf(percentile).replaceAll("\\.0$", "");
            double computed = prediction.responseMicros().getValueAtPercentile(percentile) / 1e3;
            double measured = recording.responseMicros().getValueAtPercentile(percentile) / 1e3;
            found.measured(name + ", computed", computed, "ms");
            found.between(name, measured, computed * (1 - MARGIN), computed * (1 + MARGIN), "ms");
            double service = recording.serviceMicros().getValueAtPercentile(percentile) / 1e3;
            found.measured(name + ", service time", service, "ms");
        }
    }

    /** From when to when the server stood still, on the clock of {@link System#nanoTime()}. */
    private record Stopped(long fromNanos, long toNanos) {}

    /** Waits until an instant, and stops the server; it goes on whatever happens meanwhile. */
    private Stopped stop(long fromNanos) throws IOException, InterruptedException {
        Waiting.until(fromNanos);
        try {
            // Both instants are read when the command is over, so what it costs cancels out.
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

    /**
     * What responses must be when a server stands still for a while, computed from the plan of an open load.
     *
     * <p>One queue, first come first served: what arrives while the server stands still is served from the end of the stop
     * on, one request each service time, and so is what arrives until the queue is empty.
     */
    static final class StallPrediction {
        private final Histogram responseMicros = new Histogram(3);
        private final long stopNanos;
        private final long continueNanos;
        private final double serviceNanos;
        private final long calmNanos;
        /** When the server has served all that came so far. */
        private double freeNanos;

        /**
         * Instants count from any one zero, the same for all.
         *
         * @param perSecond requests the server serves when there are always some
         * @param calmNanos a response when nobody waits
         */
        StallPrediction(long stopNanos, long continueNanos, double perSecond, long calmNanos) {
            this.stopNanos = stopNanos;
            this.continueNanos = continueNanos;
            this.serviceNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
            this.calmNanos = calmNanos;
            this.freeNanos = Double.NEGATIVE_INFINITY;
        }

        /** Arrivals in their order. */
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

    /** Writes a load in the format of HdrHistogram's own tools: microseconds, an interval a second, told apart by tag. */
    static final class RequestLog {
        private RequestLog() {}

        static void write(Path file, RequestRecorder.RequestRecording recording) throws IOException {
            try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
                HistogramLogWriter writer = new HistogramLogWriter(out);
                writer.outputComment("microseconds; a request is in the second in which it was meant to start");
                writer.outputLogFormatVersion();
                writer.outputLegend();
                write(writer, "response", recording.responseMicrosBySecond());
                write(writer, "service", recording.serviceMicrosBySecond());
            }
        }

        private static void write(HistogramLogWriter writer, String tag, List<Histogram> bySecond) {
            for (int second = 0; second < bySecond.size(); second++) {
                Histogram micros = bySecond.get(second);
                micros.setTag(tag);
                writer.outputIntervalHistogram(second, second + 1, micros, 1);
            }
        }
    }
}
