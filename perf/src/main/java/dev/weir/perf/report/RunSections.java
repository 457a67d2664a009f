package dev.weir.perf.report;

import com.google.common.collect.Streams;
import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.result.Controls;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Trial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders the collapsed sections of a report: all figures, self-tests, trials, plan, machine and server logs. */
final class RunSections {
    private static final List<String> COLUMNS =
            List.of(("#,block,trial,lag p99,generator's core,others on the server's,queued,steal,"
                            + "users by Little's law,calibration,valid")
                    .split(",", -1));

    static void add(Document document, Results results) {
        RunPlan plan = results.plan();
        if (results.unspoilt().anyMatch(Trial::valid)) {
            document.folded(
                    "All figures",
                    "medians, targets, percentiles, and lines of cost",
                    inside -> LoadFigures.of(results.unspoilt()).forEach(figures -> load(inside, results, figures)));
        }
        if (!results.controls().isEmpty()) {
            long met = results.controls().stream().filter(Controls.Control::met).count();
            document.folded(
                    "Controls with known answers",
                    "%d of %d met".formatted(met, results.controls().size()),
                    inside -> inside.table(List.of("control", "found", ""), results.controls(), RunSections::row));
        }
        document.folded(
                        "Trials and their validity",
                        "%d, in the order of the run".formatted(results.trials().size()),
                        inside -> inside.table(COLUMNS, results.trials(), RunSections::row)
                                .drawings(Stream.of(Charts.runOrder(results), Charts.costAgainstSmoothness(results))
                                        .flatMap(Optional::stream)
                                        .toList()))
                .folded(
                        "Plan",
                        "as written before the run",
                        inside -> inside.items(plan.choices())
                                .paragraph("The trials ran in this random order (seed %d):".formatted(plan.seed()))
                                .items(plan.order()))
                .folded(
                        "Environment",
                        "machine, Java and settings",
                        inside -> inside.items(facts(results.environment())))
                .folded("Logs", "of the servers, as first started", inside -> inside.items(started(results.trials())))
                .heading("Repeat and verify")
                .paragraph("This command repeats the run: `" + plan.command()
                        + "`. This one verifies it: `./weir verify DIR/results.json`.");
    }

    private static List<Cell> row(Controls.Control control) {
        return Cell.row(Cell.judged(control.met() ? "met" : "missed", control.met()), control.what(), control.found());
    }

    private static List<Cell> row(Trial trial) {
        Raw.Fitness fitness = trial.fitness();
        // A trial that failed early, or that measures memory, has no slices, and so neither a rate nor CPU shares.
        Stream<String> gates = !trial.figures().containsKey(Metric.THROUGHPUT)
                ? Stream.generate(() -> "-").limit(6)
                : Stream.of(
                        trial.lagP99Seconds() > 0 ? Numbers.seconds(trial.lagP99Seconds()) : "-",
                        Numbers.percent(fitness.coreShare()),
                        Numbers.percent(fitness.othersShare()),
                        Numbers.of(Metric.Unit.NUMBER, fitness.queued()),
                        Numbers.percent(fitness.stealShare()),
                        trial.figure(Metric.LITTLE)
                                .map(Numbers.in(Metric.LITTLE)::apply)
                                .findFirst()
                                .orElse("-"));
        String calibration =
                fitness.calibrationSeconds().stream().map(Numbers::seconds).collect(Collectors.joining(", "));
        String position = Integer.toString(trial.planned().position());
        String block = Integer.toString(trial.planned().block());
        return Cell.row(
                validity(trial),
                Streams.concat(Stream.of(position, block, name(trial)), gates, Stream.of(calibration))
                        .toArray(String[]::new));
    }

    private static String name(Trial trial) {
        return trial.planned().load() + ": " + trial.planned().contender();
    }

    private static Cell validity(Trial trial) {
        if (trial.planned().hasFault()) {
            return Cell.of("a planted fault: " + String.join("; ", trial.faults()));
        }
        if (!trial.valid()) {
            return Cell.judged(String.join("; ", trial.faults()), false);
        }
        return trial.flags().isEmpty()
                ? Cell.judged("valid", true)
                : Cell.of("valid; " + String.join("; ", trial.flags()));
    }

    private static List<String> facts(Environment environment) {
        List<String> facts = new ArrayList<>(List.of(
                "Started " + environment.date() + ", commit `" + environment.commit() + "`",
                environment.java(),
                environment.generator(),
                "Jars: " + environment.jars(),
                "Load average before: " + environment.loadAverage(),
                environment.pinned()
                        ? "Pinned to cores as planned"
                        : "NOT pinned: server and generator shared the cores"));
        environment.host().forEach((name, fact) -> facts.add(name + ": " + fact));
        return facts;
    }

    private static List<String> started(List<Trial> trials) {
        List<String> lines = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (Trial trial : trials) {
            if (!trial.command().isEmpty() && known.add(name(trial))) {
                lines.add(name(trial) + ": `" + String.join(" ", trial.command()) + "`");
                trial.serverLines().forEach(line -> lines.add("`" + line.strip() + "`"));
            }
        }
        return lines;
    }

    private static void load(Document document, Results results, LoadFigures figures) {
        List<String> columns = new ArrayList<>(List.of("median"));
        columns.addAll(figures.valid().keySet());
        List<Metric> measured = Stream.of(Metric.values())
                .filter(metric -> !figures.medians(metric).isEmpty())
                .toList();
        if (!measured.isEmpty()) {
            document.subheading(figures.load()).table(columns, measured, metric -> {
                List<Cell> row = new ArrayList<>(List.of(Cell.of(figures.title(metric))));
                figures.valid().keySet().forEach(contender -> row.add(new Predicted(figures, contender).cell(metric)));
                return row;
            });
        }
        document.drawings(
                Stream.concat(Charts.percentiles(results, figures.load()).stream(), Charts.slopes(figures).stream())
                        .toList());
    }
}
