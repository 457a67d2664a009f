package dev.weir.perf.result;

import dev.weir.perf.server.Calibration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * One trial as the results tell it: one contender in one fresh server process.
 *
 * @param unit what "each" means among its figures
 * @param memory what was read at each count of connections, where memory was
 * @param checks what was asked of it and what it reached
 * @param faults why it does not count; it is listed all the same
 * @param flags what a reader should know of it, though it counts
 */
public record Trial(
        Plan.Case planned,
        String unit,
        Map<Metric, Double> figures,
        Map<Raw.Series, List<Double>> memory,
        List<Check> checks,
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
        return new Trial(
                raw.planned(),
                raw.unit(),
                figures,
                memory(raw),
                Check.of(evidence),
                Validity.faults(evidence, usualCalibrationSeconds),
                raw.warmUp().stable() || raw.failure() != null
                        ? List.of()
                        : List.of("still warming up after %d cycles"
                                .formatted(raw.warmUp().cycles())),
                raw.fitness().calibrationSeconds(),
                Validity.lagP99Seconds(evidence),
                raw.fitness().coreShare(),
                raw.fitness().stealShare(),
                raw.command(),
                raw.serverLines());
    }

    private static Map<Raw.Series, List<Double>> memory(Raw raw) {
        Map<Raw.Series, List<Double>> memory = new EnumMap<>(Raw.Series.class);
        memory.putAll(raw.series());
        memory.remove(Raw.Series.CLIENT_BYTES);
        return memory;
    }

    public boolean valid() {
        return faults.isEmpty();
    }

    /** Whether this contender was under this load. */
    public boolean isOf(String load, String contender) {
        return planned.load().equals(load) && planned.contender().equals(contender);
    }

    /** Why a trial does not count: one wrong answer is enough, and so is a generator or a machine that was not fit. */
    static final class Validity {
        private static final double RATE_MARGIN = 0.01;

        private Validity() {}

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
            evidence.value(Value.WINDOW_SECONDS).ifPresent(seconds -> {
                int slices = evidence.raw().slices().size();
                if (slices != Math.round(seconds)) {
                    faults.add("%d slices of %.0f s".formatted(slices, seconds));
                }
            });
            long nothing = evidence.series(Raw.Series.CLIENT_BYTES).stream()
                    .filter(bytes -> bytes == 0)
                    .count();
            if (nothing > 0) {
                faults.add(nothing + " clients got nothing in the window");
            }
            fitness(evidence, usualCalibrationSeconds, faults);
            evidence.value(Value.PLANNED_RATE).ifPresent(planned -> {
                double achieved = evidence.value(Value.ACHIEVED_RATE).orElse(0);
                if (Math.abs(achieved / planned - 1) > RATE_MARGIN) {
                    faults.add("%.0f a second instead of %.0f".formatted(achieved, planned));
                }
            });
            return List.copyOf(faults);
        }

        static double lagP99Seconds(Evidence evidence) {
            return evidence.seconds(Evidence.Tag.LAG, histogram -> histogram.getValueAtPercentile(99))
                    .orElse(0);
        }

        /** Events come to all at once, and to read them takes the generator its time: that is in what it tells of them. */
        static boolean isFit(double lagSeconds, Evidence evidence) {
            return lagSeconds <= Raw.Fitness.MOST_LAG_SECONDS
                    || evidence.seconds(Evidence.Tag.LAST, Histogram::getTotalCount)
                            .isPresent();
        }

        private static void fitness(Evidence evidence, double usualCalibrationSeconds, List<String> faults) {
            Raw.Fitness fitness = evidence.raw().fitness();
            double lag = lagP99Seconds(evidence);
            if (!isFit(lag, evidence)) {
                faults.add(
                        "generator lag p99 %.2f ms > %.0f ms".formatted(lag * 1e3, Raw.Fitness.MOST_LAG_SECONDS * 1e3));
            }
            if (fitness.coreShare() >= Raw.Fitness.MOST_CORE) {
                faults.add("generator used %.0f %% of its core".formatted(fitness.coreShare() * 100));
            }
            if (fitness.stealShare() >= Raw.Fitness.MOST_STEAL) {
                faults.add("steal %.1f %%".formatted(fitness.stealShare() * 100));
            }
            double off = Calibration.off(fitness.calibrationSeconds(), usualCalibrationSeconds);
            if (Math.abs(off) > Calibration.MOST_OFF) {
                faults.add("calibration %+.0f %% off the block's median".formatted(off * 100));
            }
        }
    }
}
