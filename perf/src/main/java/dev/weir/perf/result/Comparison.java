package dev.weir.perf.result;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Holm;
import dev.weir.perf.stats.Paired;
import dev.weir.perf.stats.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    static final class Pairs {
        private final Plan plan;
        private final List<Evidence> valid;

        private Pairs(Plan plan, List<Evidence> valid) {
            this.plan = plan;
            this.valid = valid;
        }

        static List<Comparison> of(Plan plan, List<Evidence> valid) {
            Pairs comparisons = new Pairs(plan, valid);
            return plan.cases().stream()
                    .map(Plan.Case::load)
                    .distinct()
                    .flatMap(load -> plan.baselines().entrySet().stream()
                            .flatMap(pair -> comparisons.family(load, pair.getKey(), pair.getValue())))
                    .toList();
        }

        /** A metric's blocks, and the ratio over them if there are enough. */
        private record Measured(Metric metric, Paired paired, Optional<Ratio> ratio) {
            double probability() {
                return ratio.map(Ratio::probabilityOfOne).orElse(1.0);
            }
        }

        /** The primary metrics of one pair: Holm's correction is over these. */
        private Stream<Comparison> family(String load, String contender, String baseline) {
            Map<Integer, Evidence> ofContender = byBlock(load, contender);
            Map<Integer, Evidence> ofBaseline = byBlock(load, baseline);
            List<Measured> measured = Stream.of(Metric.values())
                    .filter(Metric::isPrimary)
                    .flatMap(metric -> paired(metric, ofContender, ofBaseline).stream()
                            .map(paired -> new Measured(metric, paired, Ratio.of(paired, plan.seed()))))
                    .toList();
            List<Double> probabilities =
                    Holm.adjusted(measured.stream().map(Measured::probability).toList());
            List<Comparison> family = new ArrayList<>();
            for (int i = 0; i < measured.size(); i++) {
                family.add(comparison(load, contender, baseline, measured.get(i), probabilities.get(i)));
            }
            return family.stream();
        }

        private static Comparison comparison(
                String load, String contender, String baseline, Measured measured, double probability) {
            @Nullable Ratio ratio = measured.ratio().orElse(null);
            return new Comparison(
                    load,
                    contender,
                    baseline,
                    measured.metric(),
                    value(measured.paired().ratio()),
                    measured.paired().blocks().size(),
                    ratio,
                    probability,
                    ratio == null ? Finding.NOT_DECIDED : Finding.of(ratio, probability));
        }

        private static @Nullable Double value(OptionalDouble ratio) {
            return ratio.isPresent() ? ratio.getAsDouble() : null;
        }

        private Map<Integer, Evidence> byBlock(String load, String contender) {
            return valid.stream()
                    .filter(trial -> trial.planned().load().equals(load)
                            && trial.planned().contender().equals(contender))
                    .collect(Collectors.toMap(
                            trial -> trial.planned().block(),
                            Function.identity(),
                            (first, _) -> first,
                            LinkedHashMap::new));
        }

        private static Optional<Paired> paired(
                Metric metric, Map<Integer, Evidence> ofContender, Map<Integer, Evidence> ofBaseline) {
            List<Paired.Block> blocks = ofContender.entrySet().stream()
                    .flatMap(entry -> Optional.ofNullable(ofBaseline.get(entry.getKey()))
                            .flatMap(baseline -> block(metric, baseline, entry.getValue()))
                            .stream())
                    .toList();
            return Optional.of(new Paired(blocks))
                    .filter(paired -> !paired.blocks().isEmpty());
        }

        private static Optional<Paired.Block> block(Metric metric, Evidence baseline, Evidence other) {
            return trial(metric, baseline)
                    .flatMap(first -> trial(metric, other).map(second -> new Paired.Block(first, second)));
        }

        private static Optional<Paired.Trial> trial(Metric metric, Evidence evidence) {
            OptionalDouble figure = metric.of(evidence);
            if (figure.isEmpty()) {
                return Optional.empty();
            }
            var cost = metric.cost();
            return Optional.of(
                    cost == null
                            ? Paired.Trial.of(figure.getAsDouble())
                            : Paired.Trial.of(
                                    evidence.raw().slices().stream()
                                            .mapToDouble(cost)
                                            .toArray(),
                                    evidence.raw().slices().stream()
                                            .mapToDouble(Raw.Slice::units)
                                            .toArray()));
        }
    }
}
