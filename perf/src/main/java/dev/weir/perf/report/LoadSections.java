package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.report.Document.Drawing;
import dev.weir.perf.report.Document.Heading;
import dev.weir.perf.report.Document.Part;
import dev.weir.perf.report.Document.Table;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.stats.Slope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders the section of one load: a table of every contender's metrics, each the median of the valid trials. */
final class LoadSections {
    /** The clock's resolution. A shorter time is drawn at this value, because a logarithmic axis cannot show zero. */
    private static final double LEAST_SECONDS = 1e-6;

    static List<Part> of(Results results, String load) {
        Map<String, List<Trial>> byContender = byContender(
                results.trials().stream().filter(trial -> trial.planned().load().equals(load)));
        if (byContender.isEmpty()) {
            return List.of();
        }
        List<Part> parts = new ArrayList<>(List.of(new Heading(load), metrics(byContender)));
        requirements(byContender).ifPresent(parts::add);
        List<LineChart.Line> lines = results.curves().stream()
                .filter(curve -> curve.load().equals(load))
                .map(LoadSections::line)
                .toList();
        if (!lines.isEmpty()) {
            parts.add(new Drawing(
                    "Time by percentile over all valid trials. A response starts at its intended start, a service at"
                            + " the sending. Percentiles with fewer than 100 samples beyond them are not drawn.",
                    new LineChart(
                                    load,
                                    LineChart.Axis.percentiles(),
                                    new LineChart.Axis("time", true, Numbers::seconds),
                                    lines)
                            .svg()));
        }
        parts.addAll(Charts.memory(byContender));
        return parts;
    }

    static Map<String, List<Trial>> byContender(Stream<Trial> trials) {
        return trials.filter(Trial::valid)
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().contender(),
                        () -> new TreeMap<>(Svg.Palette.ORDER),
                        Collectors.toList()));
    }

    private static LineChart.Line line(Results.Curve curve) {
        return new LineChart.Line(
                curve.tag() == Evidence.Tag.RESPONSE ? curve.contender() : curve.contender() + ", service",
                Svg.Palette.of(curve.contender()),
                curve.points().stream()
                        .map(point -> new Slope.Point(
                                LineChart.Axis.nines(point.quantile()), Math.max(LEAST_SECONDS, point.seconds())))
                        .toList());
    }

    private static Table metrics(Map<String, List<Trial>> byContender) {
        String unit = byContender.values().iterator().next().getFirst().unit();
        List<String> columns = new ArrayList<>(List.of(""));
        columns.addAll(byContender.keySet());
        List<List<Cell>> rows = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            List<Optional<Double>> medians = byContender.values().stream()
                    .map(trials -> median(trials, metric))
                    .toList();
            if (medians.stream().anyMatch(Optional::isPresent)) {
                List<Cell> row = new ArrayList<>(List.of(Cell.of(title(metric, unit))));
                medians.forEach(median -> row.add(Cell.of(
                        median.map(figure -> Numbers.of(metric.unit(), figure)).orElse("-"))));
                rows.add(row);
            }
        }
        return new Table(columns, rows);
    }

    private static String title(Metric metric, String unit) {
        return switch (metric.unit()) {
            case SECONDS_EACH, BYTES_EACH, NUMBER_EACH -> metric.title() + " per " + unit;
            case SECONDS, BYTES, NUMBER, SHARE, INDEX -> metric.title();
        };
    }

    static Optional<Double> median(List<Trial> trials, Metric metric) {
        List<Double> figures =
                trials.stream().flatMap(trial -> trial.figure(metric)).toList();
        return figures.isEmpty() ? Optional.empty() : Optional.of(Calibration.median(figures));
    }

    private static Optional<Table> requirements(Map<String, List<Trial>> byContender) {
        List<List<Cell>> rows = new ArrayList<>();
        byContender.forEach((contender, trials) -> trials.stream()
                .flatMap(trial -> trial.requirements().stream())
                .collect(Collectors.groupingBy(
                        requirement -> requirement.rule() + "|" + requirement.metric(),
                        TreeMap::new,
                        Collectors.toList()))
                .values()
                .forEach(requirements -> rows.add(row(contender, requirements))));
        List<String> columns = List.of("contender", "rule", "figure", "target", "worst trial", "trials that meet it");
        return rows.isEmpty() ? Optional.empty() : Optional.of(new Table(columns, rows));
    }

    private static List<Cell> row(String contender, List<Requirement> requirements) {
        Requirement worst = requirements.stream()
                .max(Comparator.comparingDouble(one -> Math.abs(one.reached() - one.target())))
                .orElseThrow();
        long met = requirements.stream().filter(Requirement::met).count();
        Metric.Unit unit = worst.metric().unit();
        return Cell.row(
                Cell.judged(met + " of " + requirements.size(), met == requirements.size()),
                contender,
                worst.rule(),
                worst.metric().title(),
                Numbers.of(unit, worst.target()),
                Numbers.of(unit, worst.reached()));
    }
}
