package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Capacity: how many plain GETs a second a server answers when each connection asks again at once; S5 runs below it. */
public record ClosedGets(int cycles) implements Scenario {
    private static final int CONNECTIONS = 32;
    private static final Duration CYCLE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration WINDOW = Duration.ofSeconds(6);
    private static final Duration OVERHEAD = Duration.ofSeconds(10);

    @Override
    public Description description() {
        return new Description(
                "capacity",
                "",
                "How many plain GETs a second, at most?",
                "request",
                List.of(
                        "Capacity is a closed loop over %d keep-alive connections without think time, for %d s after at most %d cycles of %d s with a pause after each. A server that is always busy has no latency to speak of: only its throughput counts here."
                                .formatted(CONNECTIONS, WINDOW.toSeconds(), cycles, CYCLE.toSeconds())));
    }

    @Override
    public ServerPlan server(Contender contender) {
        return ServerPlan.unlimited(CONNECTIONS);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(CYCLE.plus(PAUSE).multipliedBy(cycles)).plus(WINDOW);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        Target target = stage.target(OpenGets.FILE, OpenGets.FILE_BYTES);
        Loads.warm(stage, target, CONNECTIONS, cycles, CYCLE, PAUSE);
        Window window = Window.after(Duration.ofSeconds(1), WINDOW);
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = Loads.closed(stage, target, recorder, CONNECTIONS);
        Watch.follow(stage, "as fast as it goes", window, () -> (double) recorder.answers());
        RequestRecorder.RequestRecording found = Loads.over(stage, load, recorder);
        stage.notes().histogram(Evidence.Tag.RESPONSE, found.responseMicros());
    }

    /** Chooses the rates of an open load by what the slowest contender can do, so that all are asked for the same. */
    public static final class Capacity {
        /** Below saturation: at it, every model's latency is that of its queue. */
        private static final double[] SHARES = {0.3, 0.5, 0.7};

        private static final int ROUND = 100;

        private Capacity() {}

        /**
         * Requests a second, rounded to the hundred.
         *
         * @throws IllegalArgumentException when the run found no capacity
         */
        public static List<Integer> shares(Results results) {
            Map<String, List<Double>> byContender = results.trials().stream()
                    .filter(trial -> trial.valid() && trial.planned().scenario().equals("capacity"))
                    .collect(Collectors.groupingBy(
                            trial -> trial.planned().contender(),
                            Collectors.mapping(
                                    trial -> trial.figures().getOrDefault(Metric.THROUGHPUT, 0.0),
                                    Collectors.toList())));
            double slowest = byContender.values().stream()
                    .mapToDouble(Calibration::median)
                    .min()
                    .orElseThrow(() ->
                            new IllegalArgumentException("no valid trial of the scenario capacity in these results"));
            return DoubleStream.of(SHARES)
                    .mapToObj(share -> Math.max(ROUND, (int) (share * slowest) / ROUND * ROUND))
                    .toList();
        }
    }
}
