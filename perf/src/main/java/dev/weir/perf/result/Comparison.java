package dev.weir.perf.result;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Holm;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one contender used in terms of another, under one load.
 *
 * @param load scenario and setting
 * @param value contender / baseline, the geometric mean over the blocks; null where one was not above zero
 * @param blocks in which both trials are valid
 * @param ratio the same with its intervals; null where the blocks are too few for any
 * @param probability of a ratio so far from 1 were there no difference, after Holm's correction over the primary
 *     metrics; 1 without an interval
 */
public record Comparison(
        String load,
        String contender,
        String baseline,
        Metric metric,
        @Nullable Double value,
        int blocks,
        @Nullable Ratio ratio,
        double probability,
        Finding finding) {

    /** Compares each contender with its baseline, block by block, by every primary metric that both trials have. */
    static List<Comparison> all(Plan plan, List<Trial> valid) {
        return plan.cases().stream()
                .map(Plan.Case::load)
                .distinct()
                .flatMap(load -> plan.baselines().entrySet().stream()
                        .flatMap(pair -> family(load, pair.getKey(), pair.getValue(), valid)))
                .toList();
    }

    /** The primary metrics of one pair: Holm's correction is over these. */
    private static Stream<Comparison> family(String load, String contender, String baseline, List<Trial> valid) {
        List<Comparison> family = new ArrayList<>();
        for (Metric metric : Metric.primary()) {
            List<Ratio.Block> blocks = blocks(valid, load, contender, baseline, metric);
            if (!blocks.isEmpty()) {
                family.add(undecided(load, contender, baseline, metric, blocks));
            }
        }
        List<Double> probabilities =
                Holm.adjusted(family.stream().map(Comparison::probability).toList());
        return Stream.iterate(0, i -> i + 1)
                .limit(family.size())
                .map(i -> family.get(i).decided(probabilities.get(i)));
    }

    /** The figures of two contenders in the blocks in which both have one. */
    static List<Ratio.Block> blocks(List<Trial> valid, String load, String contender, String baseline, Metric metric) {
        Map<Integer, Double> baselines = byBlock(valid, load, baseline, metric);
        List<Ratio.Block> blocks = new ArrayList<>();
        byBlock(valid, load, contender, metric).forEach((block, figure) -> {
            Double first = baselines.get(block);
            if (first != null) {
                blocks.add(new Ratio.Block(first, figure));
            }
        });
        return blocks;
    }

    private static Map<Integer, Double> byBlock(List<Trial> valid, String load, String contender, Metric metric) {
        Map<Integer, Double> figures = new TreeMap<>();
        valid.stream().filter(trial -> trial.isOf(load, contender)).forEach(trial -> {
            Double figure = trial.figures().get(metric);
            if (figure != null) {
                figures.putIfAbsent(trial.planned().block(), figure);
            }
        });
        return figures;
    }

    /** With the probability that it would have alone. */
    private static Comparison undecided(
            String load, String contender, String baseline, Metric metric, List<Ratio.Block> blocks) {
        OptionalDouble value = Ratio.value(blocks);
        Optional<Ratio> ratio = Ratio.of(blocks);
        return new Comparison(
                load,
                contender,
                baseline,
                metric,
                value.isPresent() ? value.getAsDouble() : null,
                blocks.size(),
                ratio.orElse(null),
                ratio.map(Ratio::probabilityOfOne).orElse(1.0),
                Finding.NOT_DECIDED);
    }

    private Comparison decided(double adjusted) {
        Finding found = ratio == null ? Finding.NOT_DECIDED : Finding.of(ratio, adjusted);
        return new Comparison(load, contender, baseline, metric, value, blocks, ratio, adjusted, found);
    }
}
