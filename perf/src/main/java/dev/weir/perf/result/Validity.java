package dev.weir.perf.result;

import dev.weir.perf.server.Calibration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Why a trial does not count: one wrong answer is enough, and so is a generator or a machine that was not fit. */
final class Validity {
    private static final double RATE_MARGIN = 0.01;

    private Validity() {}

    static List<String> faults(Evidence evidence, double usualCalibrationSeconds) {
        String failure = evidence.raw().failure();
        if (failure != null) {
            return List.of(failure);
        }
        List<String> faults = new ArrayList<>();
        evidence.raw().errors().forEach((reason, count) -> faults.add(count + " x " + reason));
        if (evidence.sum(Slice::units) <= 0
                && evidence.series(Series.CONNECTIONS).isEmpty()) {
            faults.add("nothing was done in the window");
        }
        evidence.value(Value.WINDOW_SECONDS).ifPresent(seconds -> {
            int slices = evidence.raw().slices().size();
            if (slices != Math.round(seconds)) {
                faults.add("%d slices of %.0f s".formatted(slices, seconds));
            }
        });
        long nothing = evidence.series(Series.CLIENT_BYTES).stream()
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
        return evidence.seconds(Tag.LAG, histogram -> histogram.getValueAtPercentile(99))
                .orElse(0);
    }

    /** Events come to all at once, and to read them takes the generator its time: that is in what it tells of them. */
    static boolean isFit(double lagSeconds, Evidence evidence) {
        return lagSeconds <= Fitness.MOST_LAG_SECONDS
                || evidence.seconds(Tag.LAST, Histogram::getTotalCount).isPresent();
    }

    private static void fitness(Evidence evidence, double usualCalibrationSeconds, List<String> faults) {
        Fitness fitness = evidence.raw().fitness();
        double lag = lagP99Seconds(evidence);
        if (!isFit(lag, evidence)) {
            faults.add("generator lag p99 %.2f ms > %.0f ms".formatted(lag * 1e3, Fitness.MOST_LAG_SECONDS * 1e3));
        }
        if (fitness.coreShare() >= Fitness.MOST_CORE) {
            faults.add("generator used %.0f %% of its core".formatted(fitness.coreShare() * 100));
        }
        if (fitness.stealShare() >= Fitness.MOST_STEAL) {
            faults.add("steal %.1f %%".formatted(fitness.stealShare() * 100));
        }
        double off = Calibration.off(fitness.calibrationSeconds(), usualCalibrationSeconds);
        if (Math.abs(off) > Calibration.MOST_OFF) {
            faults.add("calibration %+.0f %% off the block's median".formatted(off * 100));
        }
    }
}
