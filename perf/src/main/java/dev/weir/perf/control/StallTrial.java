package dev.weir.perf.control;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.RequestRecording;
import dev.weir.perf.load.Target;
import dev.weir.perf.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

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
        Signals.Stopped stopped = Signals.stop(server, running.window().fromNanos() + CALM.toNanos(), stop);
        RequestRecording recording = running.recording();
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

    private static List<Stall.Row> rows(Histogram predicted, RequestRecording recording) {
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
}
