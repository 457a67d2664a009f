package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Requirement;
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

/** Renders a report's section about one load: the medians of each server's metrics over its valid trials. */
final class LoadSections {
    private static final List<String> REQUIREMENT_COLUMNS =
            List.of("contender", "rule", "figure", "target", "worst trial", "trials that meet it");

    static void add(Document document, Results results, String load) {
        Map<String, List<Trial>> byContender = byContender(
                results.trials().stream().filter(trial -> trial.planned().load().equals(load)));
        if (byContender.isEmpty()) {
            return;
        }
        document.heading(load);
        metrics(document, byContender);
        List<List<Cell>> requirements = new ArrayList<>();
        byContender.forEach((contender, trials) -> trials.stream()
                .flatMap(trial -> trial.requirements().stream())
                .collect(Collectors.groupingBy(
                        requirement -> requirement.rule() + "|" + requirement.metric(),
                        TreeMap::new,
                        Collectors.toList()))
                .forEach((_, sameRule) -> requirements.add(row(contender, sameRule))));
        if (!requirements.isEmpty()) {
            document.table(REQUIREMENT_COLUMNS, requirements, row -> row);
        }
        Charts.percentiles(document, results, load);
        Charts.slopes(document, byContender);
    }

    static Map<String, List<Trial>> byContender(Stream<Trial> trials) {
        return trials.filter(Trial::counts)
                .collect(Collectors.groupingBy(
                        trial -> trial.planned().contender(),
                        () -> new TreeMap<>(Svg.Palette.ORDER),
                        Collectors.toList()));
    }

    private static void metrics(Document document, Map<String, List<Trial>> byContender) {
        String unit = byContender.values().iterator().next().getFirst().unit();
        List<String> columns = new ArrayList<>(List.of(""));
        columns.addAll(byContender.keySet());
        List<Metric> measured = Stream.of(Metric.values())
                .filter(metric -> byContender.values().stream()
                        .anyMatch(trials -> median(trials, metric).isPresent()))
                .toList();
        document.table(columns, measured, metric -> {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(title(metric, unit))));
            byContender
                    .values()
                    .forEach(trials -> row.add(Cell.of(median(trials, metric)
                            .map(figure -> Numbers.of(metric.unit(), figure))
                            .orElse("-"))));
            return row;
        });
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
