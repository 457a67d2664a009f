package dev.weir.perf.report;

import dev.weir.perf.result.Check;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What was found under one load: every figure of every contender, the median over its valid trials. */
final class LoadSections {
    private final String load;
    private final Map<String, List<Trial>> byContender;
    private final List<Results.Curve> curves;

    private LoadSections(String load, Map<String, List<Trial>> byContender, List<Results.Curve> curves) {
        this.load = load;
        this.byContender = byContender;
        this.curves = curves;
    }

    static List<Block> of(Results results, String load) {
        Map<String, List<Trial>> byContender = results.trials().stream()
                .filter(trial -> trial.valid() && trial.planned().load().equals(load))
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().contender(), () -> new TreeMap<>(Palette.ORDER), Collectors.toList()));
        List<Results.Curve> curves = results.curves().stream()
                .filter(curve -> curve.load().equals(load))
                .toList();
        return byContender.isEmpty() ? List.of() : new LoadSections(load, byContender, curves).all();
    }

    private List<Block> all() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(load));
        blocks.add(figures());
        blocks.addAll(checks());
        if (!curves.isEmpty()) {
            blocks.add(new Block.Figure(
                    "Time by percentile, of all valid trials together: response from the intended start, service from"
                            + " the sending. No percentile is drawn with fewer than 100 samples beyond it.",
                    new PercentileChart(
                                    load,
                                    curves.stream().map(LoadSections::line).toList())
                            .svg()));
        }
        blocks.addAll(Charts.memory(byContender));
        return blocks;
    }

    private static PercentileChart.Line line(Results.Curve curve) {
        String label = curve.tag() == Evidence.Tag.RESPONSE ? curve.contender() : curve.contender() + ", service";
        return new PercentileChart.Line(label, Palette.of(curve.contender()), curve.points());
    }

    /** A row for each figure: there are more of these than contenders. */
    private Block figures() {
        String unit = byContender.values().iterator().next().getFirst().unit();
        List<String> columns =
                Stream.concat(Stream.of(""), byContender.keySet().stream()).toList();
        List<List<Block.Cell>> rows = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            if (byContender.values().stream()
                    .anyMatch(trials -> median(trials, metric).isPresent())) {
                List<Block.Cell> row = new ArrayList<>(List.of(Block.Cell.of(title(metric, unit))));
                byContender.values().forEach(trials -> row.add(cell(trials, metric)));
                rows.add(row);
            }
        }
        return new Block.Table(columns, rows);
    }

    private static String title(Metric metric, String unit) {
        return switch (metric.unit()) {
            case SECONDS_EACH, BYTES_EACH, NUMBER_EACH -> metric.title() + " a " + unit;
            case SECONDS, BYTES, NUMBER, SHARE, INDEX -> metric.title();
        };
    }

    private static Block.Cell cell(List<Trial> trials, Metric metric) {
        return Block.Cell.of(median(trials, metric)
                .map(figure -> Figures.of(metric.unit(), figure))
                .orElse("-"));
    }

    static Optional<Double> median(List<Trial> trials, Metric metric) {
        double[] sorted = trials.stream()
                .map(trial -> trial.figures().get(metric))
                .filter(figure -> figure != null)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length == 0
                ? Optional.empty()
                : Optional.of(
                        sorted.length % 2 == 1
                                ? sorted[middle]
                                : DoubleStream.of(sorted[middle - 1], sorted[middle])
                                        .average()
                                        .orElseThrow());
    }

    /** The worst trial of each contender decides. */
    private List<Block> checks() {
        List<List<Block.Cell>> rows = new ArrayList<>();
        byContender.forEach((contender, trials) -> {
            Map<String, List<Check>> byRule = trials.stream()
                    .flatMap(trial -> trial.checks().stream())
                    .collect(Collectors.groupingBy(
                            check -> check.rule() + "|" + check.metric(), TreeMap::new, Collectors.toList()));
            byRule.values().forEach(checks -> rows.add(row(contender, checks)));
        });
        return rows.isEmpty()
                ? List.of()
                : List.of(new Block.Table(
                        List.of("contender", "asked by", "figure", "target", "worst trial", "trials that meet it"),
                        rows));
    }

    private static List<Block.Cell> row(String contender, List<Check> checks) {
        Check worst = checks.stream()
                .max(Comparator.comparingDouble(check -> Math.abs(check.reached() - check.target())))
                .orElseThrow();
        long met = checks.stream().filter(Check::met).count();
        Metric.Unit unit = worst.metric().unit();
        return List.of(
                Block.Cell.of(contender),
                Block.Cell.of(worst.rule()),
                Block.Cell.of(worst.metric().title()),
                Block.Cell.of(Figures.of(unit, worst.target())),
                Block.Cell.of(Figures.of(unit, worst.reached())),
                Block.Cell.judged(met + " of " + checks.size(), met == checks.size()));
    }
}
