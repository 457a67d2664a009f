package dev.weir.perf.report;

import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Plan;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What every report says of its run: which trials count, what was planned, where it ran, how to run it again. */
final class RunSections {
    private RunSections() {}

    static List<Block> of(Results results) {
        Plan plan = results.plan();
        return List.of(
                new Block.Heading("Which trials count, in the order they ran"),
                new Block.Table(
                        List.of("#", "block", "trial", "lag p99", "generator's core", "steal", "calibration", "valid"),
                        results.trials().stream().map(RunSections::row).toList()),
                new Block.Heading("The plan, as written before the run"),
                new Block.Items(plan.choices()),
                new Block.Paragraph("Order (seed " + plan.seed() + "): "
                        + plan.cases().stream().map(Plan.Case::toString).collect(Collectors.joining("; ")) + "."),
                new Block.Paragraph("Again: `" + plan.command() + "`. Checked: `./weir verify DIR/results.json`."),
                new Block.Heading("Environment"),
                environment(results.environment()),
                new Block.Heading("Servers, as first started"),
                new Block.Items(started(results)));
    }

    private static List<Block.Cell> row(Trial trial) {
        List<Block.Cell> row = new ArrayList<>(List.of(
                Block.Cell.of(Integer.toString(trial.planned().position())),
                Block.Cell.of(Integer.toString(trial.planned().block())),
                Block.Cell.of(trial.planned().load() + ": " + trial.planned().contender())));
        if (trial.memory().isEmpty()) {
            double lag = trial.lagP99Seconds();
            row.add(judged(Figures.seconds(lag), lag <= Raw.Fitness.MOST_LAG_SECONDS));
            row.add(judged(Figures.percent(trial.coreShare()), trial.coreShare() < Raw.Fitness.MOST_CORE));
            row.add(judged(Figures.percent(trial.stealShare()), trial.stealShare() < Raw.Fitness.MOST_STEAL));
        } else {
            // It measures no time, so nothing can be late.
            row.addAll(Collections.nCopies(3, Block.Cell.of("-")));
        }
        row.add(Block.Cell.of(Figures.seconds(trial.calibrationSeconds())));
        row.add(validity(trial));
        return row;
    }

    /** Only what is wrong is marked. */
    private static Block.Cell judged(String text, boolean good) {
        return good ? Block.Cell.of(text) : Block.Cell.judged(text, false);
    }

    private static Block.Cell validity(Trial trial) {
        if (!trial.valid()) {
            return Block.Cell.judged(String.join("; ", trial.faults()), false);
        }
        return trial.flags().isEmpty()
                ? Block.Cell.judged("valid", true)
                : Block.Cell.of("valid; " + String.join("; ", trial.flags()));
    }

    private static Block environment(Environment environment) {
        Stream<String> facts = Stream.of(
                "Started " + environment.date() + ", commit `" + environment.commit() + "`",
                environment.java(),
                environment.generator(),
                "Jars: " + environment.jars(),
                "Load before: " + environment.loadAverage(),
                environment.pinned()
                        ? "Pinned to cores as planned"
                        : "NOT pinned: server and generator shared the cores");
        Stream<String> host =
                environment.host().entrySet().stream().map(fact -> fact.getKey() + ": " + fact.getValue());
        return new Block.Items(Stream.concat(facts, host).toList());
    }

    private static List<String> started(Results results) {
        Map<String, Trial> first = new LinkedHashMap<>();
        results.trials().stream()
                .filter(trial -> !trial.command().isEmpty())
                .forEach(trial -> first.putIfAbsent(
                        trial.planned().load() + ": " + trial.planned().contender(), trial));
        return first.entrySet().stream()
                .flatMap(entry -> Stream.concat(
                        Stream.of(entry.getKey() + ": `"
                                + String.join(" ", entry.getValue().command()) + "`"),
                        entry.getValue().serverLines().stream().map(line -> "`" + line.strip() + "`")))
                .toList();
    }
}
