package dev.weir.perf.result;

import dev.weir.perf.result.Raw.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * Builds the record of one trial (one measurement). A test adds the figures that it needs. No default value makes the
 * trial invalid.
 */
public final class Example {
    public static final double CALIBRATION = 0.05;
    private static final RunPlan.Case ALONE = new RunPlan.Case(1, 1, "S5", "1,000 requests/s", "async");

    private final RunPlan.Case planned;
    private final List<Raw.Slice> slices = new ArrayList<>();
    private final Map<Value, Double> values = new EnumMap<>(Value.class);
    private final Map<Raw.Series, List<Double>> series = new EnumMap<>(Raw.Series.class);
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<Evidence.Tag, Histogram> micros = new EnumMap<>(Evidence.Tag.class);
    private Raw.WarmUp warmUp = new Raw.WarmUp(3, true);
    private Raw.Fitness fitness = new Raw.Fitness(0.3, 0, 0, 0.1, Collections.nCopies(4, CALIBRATION));

    private Example(RunPlan.Case planned) {
        this.planned = planned;
    }

    public static Example of(RunPlan.Case planned) {
        return new Example(planned);
    }

    static Example trial() {
        return new Example(ALONE);
    }

    public Example slice(double units, double cpuSeconds, double allocatedBytes) {
        values.merge(Value.ALLOCATED_BYTES, allocatedBytes, Double::sum);
        return slice(new Raw.Slice(1, units, cpuSeconds, 0, 0));
    }

    Example slice(Raw.Slice slice) {
        slices.add(slice);
        return this;
    }

    public Example value(Value of, double number) {
        values.put(of, number);
        return this;
    }

    public Example series(Raw.Series of, double... numbers) {
        series.put(of, DoubleStream.of(numbers).boxed().toList());
        return this;
    }

    public Example histogram(Evidence.Tag tag, long... recorded) {
        Histogram histogram = micros.computeIfAbsent(tag, _ -> new Histogram(3));
        for (long value : recorded) {
            histogram.recordValue(value);
        }
        return this;
    }

    public Example error(String reason, long count) {
        errors.put(reason, count);
        return this;
    }

    Example shares(double coreShare, double stealShare, double othersShare) {
        fitness = new Raw.Fitness(coreShare, stealShare, othersShare, 0.1, fitness.calibrationSeconds());
        return this;
    }

    /**
     * Sets four times of the same computation: on the server's core and the generator's core before the trial, then on
     * the same cores after it.
     */
    Example calibrated(Double... seconds) {
        fitness = new Raw.Fitness(0.3, 0, 0, 0.1, List.of(seconds));
        return this;
    }

    public Example unstable(int cycles) {
        warmUp = new Raw.WarmUp(cycles, false);
        return this;
    }

    static Raw commanded(Raw raw, String... command) {
        return new Raw(
                raw.planned(),
                raw.unit(),
                List.of(command),
                raw.serverLines(),
                raw.warmUp(),
                raw.slices(),
                raw.values(),
                raw.series(),
                raw.errors(),
                raw.fitness(),
                null);
    }

    public Evidence evidence() {
        Raw raw = new Raw(
                planned,
                "request",
                List.of("java", "-jar", planned.contender() + ".jar"),
                List.of("Netty started"),
                warmUp,
                slices,
                values,
                series,
                errors,
                fitness,
                null);
        return new Evidence(raw, micros);
    }
}
