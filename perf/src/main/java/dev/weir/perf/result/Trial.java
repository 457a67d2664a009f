package dev.weir.perf.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.Calibration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The results of one trial: one server under one load. A trial with {@code faults} is invalid; {@code flags} are only
 * warnings.
 *
 * @param series the CPU time at each rate of load, and the memory at each number of connections
 */
public record Trial(
        RunPlan.Case planned,
        String unit,
        Map<Metric, Double> figures,
        Map<Raw.Series, List<Double>> series,
        @JsonProperty("checks") List<Requirement> requirements,
        List<String> faults,
        List<String> flags,
        double calibrationSeconds,
        double lagP99Seconds,
        double coreShare,
        double stealShare,
        List<String> command,
        List<String> serverLines) {
    static Trial of(Evidence evidence, double usualCalibrationSeconds) {
        Raw raw = evidence.raw();
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metric.of(evidence).ifPresent(figure -> figures.put(metric, figure));
        }
        Map<Raw.Series, List<Double>> series = new EnumMap<>(Raw.Series.class);
        series.putAll(raw.series());
        series.remove(Raw.Series.CLIENT_BYTES);
        boolean warm = raw.warmUp().stable() || raw.failure() != null;
        String flag = "still warming up after %d cycles".formatted(raw.warmUp().cycles());
        return new Trial(
                raw.planned(),
                raw.unit(),
                figures,
                series,
                Requirement.of(evidence),
                Validity.faults(evidence, usualCalibrationSeconds),
                warm ? List.of() : List.of(flag),
                raw.fitness().calibrationSeconds(),
                Validity.lagP99Seconds(evidence),
                raw.fitness().coreShare(),
                raw.fitness().stealShare(),
                raw.command(),
                raw.serverLines());
    }

    public boolean valid() {
        return faults.isEmpty();
    }

    public Stream<Double> figure(Metric metric) {
        return Stream.ofNullable(figures.get(metric));
    }

    /** Finds the reasons why a trial is invalid: wrong answers, or a load generator or machine that was too slow. */
    static final class Validity {
        private static final double RATE_MARGIN = 0.01;

        static List<String> faults(Evidence evidence, double usualCalibrationSeconds) {
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
            fitness(evidence, usualCalibrationSeconds, faults);
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

        private static boolean isBroadcast(Evidence evidence) {
            return !Double.isNaN(evidence.seconds(Evidence.Tag.LAST, Histogram::getTotalCount));
        }

        private static void fitness(Evidence evidence, double usualCalibrationSeconds, List<String> faults) {
            Raw.Fitness fitness = evidence.raw().fitness();
            double lag = lagP99Seconds(evidence);
            if (lag > Raw.Fitness.MOST_LAG_SECONDS && !isBroadcast(evidence)) {
                faults.add(
                        "generator lag p99 %.2f ms > %.0f ms".formatted(lag * 1e3, Raw.Fitness.MOST_LAG_SECONDS * 1e3));
            }
            if (fitness.coreShare() >= Raw.Fitness.MOST_CORE) {
                faults.add("generator used %.0f %% of its core".formatted(fitness.coreShare() * 100));
            }
            if (fitness.stealShare() >= Raw.Fitness.MOST_STEAL) {
                faults.add("steal %.1f %%".formatted(fitness.stealShare() * 100));
            }
            double off = fitness.calibrationSeconds() / usualCalibrationSeconds - 1;
            if (Math.abs(off) > Calibration.MOST_OFF) {
                faults.add("calibration %+.0f %% off the block's median".formatted(off * 100));
            }
        }
    }
}
