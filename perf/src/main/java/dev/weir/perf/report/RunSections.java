package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.report.Document.Heading;
import dev.weir.perf.report.Document.Items;
import dev.weir.perf.report.Document.Paragraph;
import dev.weir.perf.report.Document.Part;
import dev.weir.perf.report.Document.Table;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Renders the sections about the run itself: its trials and their validity, its plan, the machine, and the servers. */
final class RunSections {
    static List<Part> of(Results results) {
        RunPlan plan = results.plan();
        return List.of(
                new Heading("Trials in the order of the run, and their validity"),
                new Table(
                        List.of("#", "block", "trial", "lag p99", "generator's core", "steal", "calibration", "valid"),
                        results.trials().stream().map(RunSections::row).toList()),
                new Heading("The plan, as written before the run"),
                new Items(plan.choices()),
                new Paragraph(plan.order() + "."),
                new Paragraph("This command repeats the run: `" + plan.command()
                        + "`. This one verifies it: `./weir verify DIR/results.json`."),
                new Heading("Environment"),
                environment(results.environment()),
                new Heading("Servers, as first started"),
                new Items(started(results)));
    }

    private static List<Cell> row(Trial trial) {
        List<Cell> row = new ArrayList<>(List.of(
                Cell.of(Integer.toString(trial.planned().position())),
                Cell.of(Integer.toString(trial.planned().block())),
                Cell.of(trial.planned().load() + ": " + trial.planned().contender())));
        if (trial.memory().isEmpty()) {
            double lag = trial.lagP99Seconds();
            row.add(gate(Numbers.seconds(lag), lag <= Raw.Fitness.MOST_LAG_SECONDS));
            row.add(gate(Numbers.percent(trial.coreShare()), trial.coreShare() < Raw.Fitness.MOST_CORE));
            row.add(gate(Numbers.percent(trial.stealShare()), trial.stealShare() < Raw.Fitness.MOST_STEAL));
        } else {
            // A trial that measures memory has no lag and no CPU shares.
            row.addAll(Collections.nCopies(3, Cell.of("-")));
        }
        row.add(Cell.of(Numbers.seconds(trial.calibrationSeconds())));
        row.add(validity(trial));
        return row;
    }

    private static Cell gate(String text, boolean good) {
        return good ? Cell.of(text) : Cell.judged(text, false);
    }

    private static Cell validity(Trial trial) {
        if (!trial.valid()) {
            return Cell.judged(String.join("; ", trial.faults()), false);
        }
        return trial.flags().isEmpty()
                ? Cell.judged("valid", true)
                : Cell.of("valid; " + String.join("; ", trial.flags()));
    }

    private static Items environment(Environment environment) {
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
        return new Items(facts);
    }

    private static List<String> started(Results results) {
        List<String> lines = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (Trial trial : results.trials()) {
            String name = trial.planned().load() + ": " + trial.planned().contender();
            if (!trial.command().isEmpty() && known.add(name)) {
                lines.add(name + ": `" + String.join(" ", trial.command()) + "`");
                trial.serverLines().forEach(line -> lines.add("`" + line.strip() + "`"));
            }
        }
        return lines;
    }
}
