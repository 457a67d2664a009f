package dev.weir.perf.scenario;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.Results;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Scenario S5: sends GETs of a small file at planned times (open loop). The server does not limit the rate. */
public record PlainGets(int perSecond, int seconds, int cycles, long seed) implements Scenario {
    static final String FILE = "hello.json";
    static final int FILE_BYTES = 100;
    static final int CONNECTIONS = 64;
    static final Duration CYCLE = Duration.ofSeconds(2);
    static final Duration PAUSE = Duration.ofMillis(500);

    @Override
    public Description description() {
        return Description.of(
                "S5",
                "%,d requests/s".formatted(perSecond),
                "request",
                ServerPlan.unlimited(CONNECTIONS),
                CONNECTIONS,
                FILE_BYTES,
                seconds,
                cycles,
                CYCLE.toSeconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        var _ = load(stage);
    }

    /** Warms up the server. Measures the load at the full rate, then at shares of it. Returns that at full rate. */
    RequestLoad load(TrialStage stage) throws IOException, InterruptedException {
        Target target = stage.target(FILE, FILE_BYTES);
        // A closed-loop load, because at the measured rate the JIT compilers on the server's core would never be done.
        Loads.warm(stage, target, CONNECTIONS, cycles, CYCLE, PAUSE);
        Arrivals arrivals = Arrivals.poisson(perSecond, seed + stage.block());
        return Loads.open(stage, perSecond + " requests/s", target, CONNECTIONS, arrivals, Loads.SETTLE, seconds);
    }

    /** Scenario "capacity": the highest rate of plain GETs in a closed loop. S5 sends at fractions of this rate. */
    public record Capacity(int cycles) implements Scenario {
        private static final int CONNECTIONS = 32;
        private static final Duration WINDOW = Duration.ofSeconds(6);
        private static final double[] SHARES = {0.3, 0.5, 0.7}; // above them, latency is mostly queueing time
        private static final int ROUND = 100;

        @Override
        public Description description() {
            ServerPlan server = ServerPlan.unlimited(CONNECTIONS);
            return Description.of(
                    "capacity", "", "request", server, CONNECTIONS, WINDOW.toSeconds(), cycles, CYCLE.toSeconds());
        }

        @Override
        public void run(TrialStage stage) throws IOException, InterruptedException {
            Target target = stage.target(FILE, FILE_BYTES);
            Loads.warm(stage, target, CONNECTIONS, cycles, CYCLE, PAUSE);
            Window window = Window.after(Loads.SETTLE, WINDOW);
            RequestLoad load = Loads.of(stage, target, window).startClosed(CONNECTIONS);
            Watch.follow(stage, "saturated", window, () -> (double) load.answers());
            stage.notes.histogram(Evidence.Tag.RESPONSE, Loads.over(stage, load).responseMicros());
            stage.notes.value(Value.USERS, CONNECTIONS);
        }

        /** Returns the request rates for scenario S5 (plain GETs): fractions of the slowest server's capacity. */
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
                            new IllegalArgumentException("these results have no valid trial of the scenario capacity"));
            return DoubleStream.of(SHARES)
                    .mapToObj(share -> Math.max(ROUND, (int) (share * slowest) / ROUND * ROUND))
                    .toList();
        }
    }
}
