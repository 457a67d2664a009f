package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Stops a server under an open load, lets it go on, and lays what the plan predicts beside what was measured. */
public record StallTrial(
        ServerProcess server,
        Generator generator,
        Target target,
        int connections,
        double perSecond,
        Duration window,
        Duration stop) {
    private static final Duration TO_CONNECT = Duration.ofSeconds(1);
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration CAPACITY = Duration.ofSeconds(3);
    private static final double[] PERCENTILES = {98, 99, 99.5, 100};

    /**
     * Writes {@code stall.json}, {@code stall.md} and {@code stall.hlog}.
     *
     * @return whether what was measured is what was computed
     */
    public boolean run(Duration warmUp, Path directory) throws IOException, InterruptedException {
        Stall stall = measure(warmUp, directory);
        Output.write(directory, "stall", stall, stall.markdown());
        return stall.met();
    }

    private Stall measure(Duration warmUp, Path directory) throws IOException, InterruptedException {
        Load load = new Load(generator, target, connections);
        load.closed(warmUp);
        server.pin();
        server.collect();
        double before = load.closed(CAPACITY).answeredPerSecond();
        Arrivals arrivals = Arrivals.constant(perSecond);
        Load.Running running = load.open(arrivals, TO_CONNECT, window);
        Stall.Signals.Stopped stopped =
                Stall.Signals.stop(server, running.window().fromNanos() + CALM.toNanos(), stop);
        RequestRecorder.RequestRecording recording = running.recording();
        // On both sides of the stop: a server still gets faster, or its machine busier.
        double capacity = (before + load.closed(CAPACITY).answeredPerSecond()) / 2;

        RequestLog.write(directory.resolve("stall.hlog"), recording);
        Histogram calm = new Histogram(3);
        recording.responseMicrosBySecond().subList(0, (int) CALM.toSeconds()).forEach(calm::add);
        double calmMicros = calm.getValueAtPercentile(50);
        long zero = running.window().fromNanos();
        StallPrediction prediction = new StallPrediction(
                stopped.fromNanos() - zero, stopped.toNanos() - zero, capacity, (long) (calmMicros * 1e3));
        arrivals.within(window, prediction::arrives);
        return new Stall(
                Instant.now().toString(),
                server.command(),
                perSecond,
                connections,
                recording.windowSeconds(),
                (stopped.toNanos() - stopped.fromNanos()) / 1e9,
                capacity,
                calmMicros,
                recording.planned(),
                recording.answered(),
                recording.errors(),
                rows(prediction.responseMicros(), recording));
    }

    private static List<Stall.Row> rows(Histogram predicted, RequestRecorder.RequestRecording recording) {
        Histogram response = recording.responseMicros();
        Histogram service = recording.serviceMicros();
        return DoubleStream.of(PERCENTILES)
                .mapToObj(percentile -> new Stall.Row(
                        percentile,
                        predicted.getValueAtPercentile(percentile),
                        response.getValueAtPercentile(percentile),
                        service.getValueAtPercentile(percentile)))
                .toList();
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
