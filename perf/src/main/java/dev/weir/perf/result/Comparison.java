package dev.weir.perf.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Metric} of one server, the contender, divided by that of another server, the baseline, under the same load.
 *
 * @param value the geometric mean of the ratios of all blocks; null if a value of the metric is not above zero
 * @param blocks the number of blocks (rounds of one trial per server) in which both servers have a valid trial
 * @param ratio {@code value} with its confidence intervals; null without a value, or if the blocks are too few
 * @param probability the p-value of equal costs, Holm-corrected over the primary metrics; 1 if {@code ratio} is null
 */
public record Comparison(
        String load,
        String contender,
        String baseline,
        Metric metric,
        @JsonSetter(nulls = Nulls.SET) @Nullable Double value,
        int blocks,
        @JsonSetter(nulls = Nulls.SET) @Nullable Ratio ratio,
        double probability,
        Finding finding) {
    static List<Comparison> all(RunPlan plan, List<Trial> valid) {
        List<Comparison> all = plan.loads()
                .flatMap(load -> plan.baselines().entrySet().stream()
                        .flatMap(pair -> family(load, pair.getKey(), pair.getValue(), valid).stream()))
                .toList();
        return all.stream().map(one -> one.resolvedBy(all)).toList();
    }

    /** Returns whether this compares a server with an identical copy of itself (A/A). */
    boolean isOfTwins() {
        return contender.contains("#");
    }

    /**
     * Returns this, or an undecided copy if {@code all} has no A/A comparison of this metric under this load, or if the
     * A/A comparisons are too inexact for this finding.
     */
    private Comparison resolvedBy(List<Comparison> all) {
        double width = all.stream()
                .filter(twins -> twins.isOfTwins() && twins.load.equals(load) && twins.metric == metric)
                .flatMap(twins -> Stream.ofNullable(twins.ratio))
                .mapToDouble(ratio -> Math.max(ratio.high(), 1 / ratio.low()))
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        double claimed = finding == Finding.EQUAL || value == null ? Finding.BAND.high() : Math.max(value, 1 / value);
        return isOfTwins() || claimed >= width
                ? this
                : new Comparison(
                        load, contender, baseline, metric, value, blocks, ratio, probability, Finding.NOT_DECIDED);
    }

    private static List<Comparison> family(String load, String contender, String baseline, List<Trial> valid) {
        Map<Metric, List<Ratio.Block>> byMetric = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.PRIMARY) {
            List<Ratio.Block> blocks = blocks(valid, load, contender, baseline, metric);
            if (!blocks.isEmpty()) {
                byMetric.put(metric, blocks);
            }
        }
        List<Optional<Ratio>> ratios = byMetric.values().stream().map(Ratio::of).toList();
        List<Double> adjusted = Finding.holm(ratios.stream()
                .map(ratio -> ratio.map(Ratio::probabilityOfEqual).orElse(1.0))
                .toList());
        List<Comparison> family = new ArrayList<>();
        byMetric.forEach((metric, blocks) -> {
            OptionalDouble value = Ratio.value(blocks);
            Optional<Ratio> ratio = ratios.get(family.size());
            double probability = adjusted.get(family.size());
            family.add(new Comparison(
                    load,
                    contender,
                    baseline,
                    metric,
                    value.isPresent() ? (Double) value.getAsDouble() : null,
                    blocks.size(),
                    ratio.orElse(null),
                    probability,
                    ratio.map(known -> Finding.of(known, probability)).orElse(Finding.NOT_DECIDED)));
        });
        return family;
    }

    static List<Ratio.Block> blocks(List<Trial> valid, String load, String contender, String baseline, Metric metric) {
        Map<Integer, Double> baselines = byBlock(valid, load, baseline, metric);
        Map<Integer, Double> others = byBlock(valid, load, contender, metric);
        others.keySet().retainAll(baselines.keySet());
        return others.entrySet().stream()
                .map(other -> new Ratio.Block(baselines.getOrDefault(other.getKey(), 0.0), other.getValue()))
                .toList();
    }

    private static Map<Integer, Double> byBlock(List<Trial> valid, String load, String contender, Metric metric) {
        Map<Integer, Double> figures = new TreeMap<>();
        valid.stream()
                .filter(trial -> trial.planned().isOf(load, contender))
                .forEach(trial -> trial.figure(metric)
                        .forEach(figure -> figures.putIfAbsent(trial.planned().block(), figure)));
        return figures;
    }
}
