package dev.weir.perf.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.Calibration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The results of one trial: one server under one load. A trial with {@code faults} is invalid; {@code flags} are only
 * warnings. {@code lagP99Seconds} is the 99th percentile of the load generator's scheduling lag, or 0 if it is not
 * known. {@code series} has the CPU time at each rate of load, and the memory at each number of connections.
 */
public record Trial(
        RunPlan.Case planned,
        String unit,
        Map<Metric, Double> figures,
        Map<Raw.Series, List<Double>> series,
        @JsonProperty("checks") List<Requirement> requirements,
        List<String> faults,
        List<String> flags,
        double lagP99Seconds,
        Raw.Fitness fitness,
        List<String> command,
        List<String> serverLines) {
    private static final String WARMING_UP = "still warming up";

    static Trial of(Evidence evidence, List<Raw.Fitness> ofBlock, List<String> attempts) {
        Raw raw = evidence.raw();
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metric.of(evidence).ifPresent(figure -> figures.put(metric, figure));
        }
        Map<Raw.Series, List<Double>> series = new EnumMap<>(Raw.Series.class);
        series.putAll(raw.series());
        series.remove(Raw.Series.CLIENT_BYTES);
        List<String> faults = new ArrayList<>(Validity.faults(evidence, ofBlock));
        List<String> flags = new ArrayList<>();
        if (!raw.warmUp().stable() && raw.failure() == null) {
            flags.add(WARMING_UP + " after %d cycles".formatted(raw.warmUp().cycles()));
        }
        int began = Collections.frequency(attempts, Attempts.BEGAN);
        if (attempts.size() > began + 1) {
            faults.add("attempt %d: an earlier one had ended".formatted(began));
        } else if (began > 1) {
            flags.add("attempt %d: the earlier ones were interrupted".formatted(began));
        }
        return new Trial(
                raw.planned(),
                raw.unit(),
                figures,
                series,
                Requirement.of(evidence),
                List.copyOf(faults),
                List.copyOf(flags),
                Validity.lagP99Seconds(evidence),
                raw.fitness(),
                raw.command(),
                raw.serverLines());
    }

    public boolean valid() {
        return faults.isEmpty();
    }

    /** Returns whether the server was still warming up when the measurement began. */
    public boolean warmingUp() {
        return flags.stream().anyMatch(flag -> flag.startsWith(WARMING_UP));
    }

    /** Returns whether the trial is valid and its server has no deliberate fault. */
    public boolean counts() {
        return valid() && !planned.hasFault();
    }

    public Stream<Double> figure(Metric metric) {
        return Stream.ofNullable(figures.get(metric));
    }

    /** Finds the reasons why a trial is invalid: wrong answers, or a load generator or machine that was too slow. */
    static final class Validity {
        private static final double RATE_MARGIN = 0.01;
        /** The number of cores on which a fixed computation is timed: the server's core and the generator's core. */
        private static final int CORES = 2;

        static List<String> faults(Evidence evidence, List<Raw.Fitness> ofBlock) {
            String failure = evidence.raw().failure();
            if (failure != null) {
                return List.of(failure);
            }
            List<String> faults = new ArrayList<>();
            evidence.raw().errors().forEach((reason, count) -> faults.add(count + " x " + reason));
            if (evidence.sum(Raw.Slice::units) <= 0
                    && evidence.series(Raw.Series.CONNECTIONS).isEmpty()) {
                faults.add("nothing was done in the window");
            }
            double seconds = evidence.value(Value.WINDOW_SECONDS);
            int slices = evidence.raw().slices().size();
            if (!Double.isNaN(seconds) && slices != Math.round(seconds)) {
                faults.add("%d slices in a window of %.0f s".formatted(slices, seconds));
            }
            int nothing = Collections.frequency(evidence.series(Raw.Series.CLIENT_BYTES), 0.0);
            if (nothing > 0) {
                faults.add(nothing + " clients got nothing in the window");
            }
            fitness(evidence, faults);
            calibration(evidence.raw().fitness().calibrationSeconds(), ofBlock, faults);
            double planned = evidence.value(Value.PLANNED_RATE);
            double achieved = evidence.value(Value.ACHIEVED_RATE, 0);
            if (Math.abs(achieved / planned - 1) > RATE_MARGIN) {
                faults.add("%.0f per second instead of %.0f".formatted(achieved, planned));
            }
            return List.copyOf(faults);
        }

        static double lagP99Seconds(Evidence evidence) {
            double lag = evidence.seconds(Evidence.Tag.LAG, histogram -> histogram.getValueAtPercentile(99));
            return Double.isNaN(lag) ? 0 : lag;
        }

        private static void fitness(Evidence evidence, List<String> faults) {
            Raw.Fitness fitness = evidence.raw().fitness();
            double lag = lagP99Seconds(evidence);
            if (lag > Raw.Fitness.MOST_LAG_SECONDS) {
                faults.add(
                        "generator lag p99 %.2f ms > %.0f ms".formatted(lag * 1e3, Raw.Fitness.MOST_LAG_SECONDS * 1e3));
            }
            double measured = evidence.seconds(Evidence.Tag.LAG, Histogram::getTotalCount);
            if (!Double.isNaN(evidence.value(Value.WINDOW_SECONDS)) && Double.isNaN(measured)) {
                faults.add("the generator was never idle, so its lag is unknown");
            }
            if (fitness.coreShare() >= Raw.Fitness.MOST_CORE) {
                faults.add("generator used %.0f %% of its core".formatted(fitness.coreShare() * 100));
            }
            if (fitness.stealShare() >= Raw.Fitness.MOST_STEAL) {
                faults.add("steal %.1f %%".formatted(fitness.stealShare() * 100));
            }
            if (fitness.othersShare() >= Raw.Fitness.MOST_OTHERS) {
                faults.add("other processes used %.0f %% of the server's core".formatted(fitness.othersShare() * 100));
            }
        }

        /** Adds a fault for each time in {@code own} that is far from its core's median in this round of trials. */
        private static void calibration(List<Double> own, List<Raw.Fitness> ofBlock, List<String> faults) {
            if (own.size() != 2 * CORES) {
                faults.add("%d calibrations instead of %d".formatted(own.size(), 2 * CORES));
                return;
            }
            for (int i = 0; i < own.size(); i++) {
                int core = i % CORES;
                List<Double> others = ofBlock.stream()
                        .map(Raw.Fitness::calibrationSeconds)
                        .flatMap(times -> IntStream.range(0, times.size())
                                .filter(at -> at % CORES == core)
                                .mapToObj(times::get))
                        .collect(Collectors.toCollection(ArrayList::new));
                others.remove(own.get(i));
                double off = own.get(i) / Calibration.median(others) - 1;
                if (Math.abs(off) > Calibration.MOST_OFF) {
                    faults.add("calibration of the %s's core %s the trial %+.0f %% off the block's median"
                            .formatted(core == 0 ? "server" : "generator", i < CORES ? "before" : "after", off * 100));
                }
            }
        }
    }
}
