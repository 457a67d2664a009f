package dev.weir.perf.report;

import dev.weir.perf.result.Check;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.server.Calibration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was found under one load: every figure of every contender, the median over its valid trials. */
final class LoadSections {
    /** What the clock tells apart; a log axis shows no zero. */
    private static final double LEAST_SECONDS = 1e-6;

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
        List<Block> blocks = new ArrayList<>(List.of(new Block.Heading(load), figures()));
        blocks.addAll(checks());
        if (!curves.isEmpty()) {
            blocks.add(new Block.Figure(
                    "Time by percentile, of all valid trials together: response from the intended start, service from"
                            + " the sending. No percentile is drawn with fewer than 100 samples beyond it.",
                    new LineChart(
                                    load,
                                    LineChart.Axis.percentiles(),
                                    new LineChart.Axis("time", true, Figures::seconds),
                                    curves.stream().map(LoadSections::line).toList())
                            .svg()));
        }
        blocks.addAll(Charts.memory(byContender));
        return blocks;
    }

    private static LineChart.Series line(Results.Curve curve) {
        return new LineChart.Series(
                curve.tag() == Evidence.Tag.RESPONSE ? curve.contender() : curve.contender() + ", service",
                Palette.of(curve.contender()),
                curve.points().stream()
                        .map(point -> new LineChart.Point(
                                LineChart.Axis.nines(point.quantile()), Math.max(LEAST_SECONDS, point.seconds())))
                        .toList());
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
        List<Double> figures = trials.stream()
                .flatMap(trial -> Optional.ofNullable(trial.figures().get(metric)).stream())
                .toList();
        return figures.isEmpty() ? Optional.empty() : Optional.of(Calibration.median(figures));
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
        return Block.Cell.row(
                Block.Cell.judged(met + " of " + checks.size(), met == checks.size()),
                contender,
                worst.rule(),
                worst.metric().title(),
                Figures.of(unit, worst.target()),
                Figures.of(unit, worst.reached()));
    }
}
