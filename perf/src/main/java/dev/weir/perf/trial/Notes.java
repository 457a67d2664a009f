package dev.weir.perf.trial;

import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.RunPlan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Collects the measured values of a running trial. Used only by the thread that runs the trial. */
public final class Notes {
    private final Map<Value, Double> values = new EnumMap<>(Value.class);
    private final Map<Raw.Series, List<Double>> series = new EnumMap<>(Raw.Series.class);
    private final Map<Evidence.Tag, Histogram> micros = new EnumMap<>(Evidence.Tag.class);
    private final Map<String, Long> errors = new TreeMap<>();
    private final List<Raw.Slice> slices = new ArrayList<>();
    private Raw.WarmUp warmUp = new Raw.WarmUp(0, true);
    private Raw.Fitness fitness = new Raw.Fitness(0, 0, 0, 0, List.of());

    public void value(Value of, Number number) {
        values.put(of, number.doubleValue());
    }

    public void series(Raw.Series of, List<? extends Number> numbers) {
        series.put(of, numbers.stream().map(Number::doubleValue).toList());
    }

    public void add(Raw.Series to, Number number) {
        series.computeIfAbsent(to, _ -> new ArrayList<>()).add(number.doubleValue());
    }

    public void histogram(Evidence.Tag tag, Histogram histogram) {
        micros.put(tag, histogram);
    }

    public void errors(Map<String, Long> ofPhase) {
        ofPhase.forEach((reason, count) -> errors.merge(reason, count, Long::sum));
    }

    /** Returns {@code read}, or empty if it is null. If a {@code required} metric is null, also records an error. */
    OptionalDouble metric(String name, @Nullable Double read, boolean required) {
        if (read == null && required) {
            errors(Map.of("the server did not tell " + name, 1L));
        }
        return read == null ? OptionalDouble.empty() : OptionalDouble.of(read);
    }

    public void slice(Raw.Slice slice) {
        slices.add(slice);
    }

    /** Records the units of work and the CPU time, without the JIT's, per second of the window {@code whole}. */
    public void rate(Raw.Slice whole) {
        add(Raw.Series.UNITS, whole.units() / whole.seconds());
        add(Raw.Series.CPU_SECONDS, (whole.cpuSeconds() - whole.jitSeconds()) / whole.seconds());
    }

    void warmUp(Raw.WarmUp found) {
        warmUp = found;
    }

    /** Records how fit generator and machine were in a window. The worst window of the trial counts. */
    void fitness(Raw.Fitness found) {
        fitness = fitness.worst(found);
    }

    /** Records the generator's lag in a window. The worst window of the trial counts. */
    void lag(Histogram found) {
        micros.merge(Evidence.Tag.LAG, found, (earlier, later) -> p99(later) > p99(earlier) ? later : earlier);
    }

    private static long p99(Histogram micros) {
        return micros.getValueAtPercentile(99);
    }

    public Evidence evidence(RunPlan.Case planned, String unit, List<String> command, List<String> serverLines) {
        Raw raw = new Raw(planned, unit, command, serverLines, warmUp, slices, values, series, errors, fitness, null);
        return new Evidence(raw, micros);
    }
}
