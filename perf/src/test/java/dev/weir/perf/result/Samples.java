package dev.weir.perf.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Results as a run would find them, for tests. */
public final class Samples {
    public static final ServerUse SERVER = new ServerUse(1.5, 25, 200L << 20, 40_000);
    public static final Health HEALTH = new Health(0.0004, 0.005, 0.1, 0);

    private Samples() {}

    public static Latency latency(long... micros) {
        Histogram histogram = new Histogram(3);
        LongStream.of(micros).forEach(histogram::recordValue);
        return Latency.of(histogram);
    }

    public static Measured measured(double responseSeconds, double waitSeconds, Prediction prediction) {
        Latency response = latency((long) (responseSeconds * 1e6));
        Latency wait = latency((long) (waitSeconds * 1e6));
        Latency alone = latency(1_000_000);
        Latency noWait = latency(1000);
        return new Measured(
                30,
                300,
                300 * 204_800,
                1L << 30,
                alone,
                noWait,
                response,
                wait,
                0.001,
                0.02,
                Map.of(),
                SERVER,
                HEALTH,
                prediction);
    }

    public static Trial trial(String contender, int position, Measured measured) {
        return Trial.planned("S1", contender, 1, position)
                .measured(List.of("java", "-jar", contender + ".jar"), List.of("epoll"), measured, List.of());
    }

    public static RateMeasured rate(List<Long> bytes, long one, long many, double wakeups, double grants) {
        return new RateMeasured(10, 204_800, 20_480, bytes, one, many, wakeups, grants, 0.0, Map.of(), SERVER, HEALTH);
    }

    public static Results results(List<Trial> trials, List<RateTrial> rateTrials) {
        Plan plan = new Plan("S1: who waits?", "java -jar perf.jar", 42, List.of("blocking"), List.of("One block."));
        Environment environment = new Environment(
                Instant.parse("2026-01-01T00:00:00Z"), "abc", "6", "cpu", 2, "1 kB", "1", "0.1", "25", "epoll", true);
        return Results.of(plan, environment, trials, rateTrials);
    }
}
