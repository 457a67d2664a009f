package dev.weir.perf.report;

import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Health;
import dev.weir.perf.result.Plan;
import dev.weir.perf.result.RateTrial;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.Trial;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What every report says of its run: which trials count, what was planned, where it ran, how to run it again. */
final class RunSections {
    private RunSections() {}

    /** A trial of any kind, as far as its validity goes. */
    private record Entry(
            int position,
            String name,
            @Nullable Health health,
            List<String> faults,
            List<String> command,
            List<String> serverLines) {
        static Entry of(Trial trial) {
            Health health = trial.measured() == null ? null : trial.measured().health();
            return new Entry(
                    trial.position(), trial.contender(), health, trial.faults(), trial.command(), trial.serverLines());
        }

        static Entry of(RateTrial trial) {
            Health health = trial.measured() == null ? null : trial.measured().health();
            String name = trial.contender() + ", " + trial.downloads();
            return new Entry(trial.position(), name, health, trial.faults(), trial.command(), trial.serverLines());
        }
    }

    static List<Block> of(Results results) {
        List<Entry> entries = Stream.concat(
                        results.trials().stream().map(Entry::of),
                        results.rateTrials().stream().map(Entry::of))
                .toList();
        Plan plan = results.plan();
        return List.of(
                new Block.Heading("Which trials count, in the order they ran"),
                new Block.Table(
                        List.of("#", "trial", "generator lag p99", "max", "generator's core", "steal", "valid"),
                        entries.stream().map(RunSections::row).toList()),
                new Block.Heading("The plan, as printed before the run"),
                new Block.Items(plan.choices()),
                new Block.Paragraph("Order (seed " + plan.seed() + "): " + String.join(", ", plan.order())
                        + ". Again: `" + plan.command() + "`"),
                new Block.Heading("Environment"),
                environment(results.environment()),
                new Block.Heading("Servers, as started"),
                new Block.Items(entries.stream().flatMap(RunSections::started).toList()));
    }

    private static List<Cell> row(Entry entry) {
        Stream<Cell> name = Stream.of(Cell.of(Integer.toString(entry.position())), Cell.of(entry.name()));
        Cell valid = entry.faults().isEmpty()
                ? Cell.judged("valid", true)
                : Cell.judged(String.join("; ", entry.faults()), false);
        return Stream.of(name, health(entry.health()), Stream.of(valid))
                .flatMap(cells -> cells)
                .toList();
    }

    private static Stream<Cell> health(@Nullable Health health) {
        if (health == null) {
            return Stream.generate(() -> Cell.of("-")).limit(4);
        }
        return Stream.of(
                Cell.judged(Figures.seconds(health.lagP99Seconds()), health.lagP99Seconds() <= Health.MOST_LAG_SECONDS),
                Cell.of(Figures.seconds(health.lagMaxSeconds())),
                Cell.judged(Figures.percent(health.coreShare()), health.coreShare() < Health.MOST_CORE),
                Cell.judged(Figures.percent(health.stealShare()), health.stealShare() < Health.MOST_STEAL));
    }

    private static Block environment(Environment environment) {
        return new Block.Items(List.of(
                "Started " + environment.date() + ", commit `" + environment.commit() + "`",
                environment.java(),
                environment.generator(),
                environment.processors() + " x " + environment.cpu() + ", " + environment.memory() + ", Linux "
                        + environment.kernel(),
                "Open files: " + environment.openFiles() + "; load before: " + environment.loadAverage(),
                environment.pinned()
                        ? "Server on core 0, generator on core 1"
                        : "NOT pinned: server and generator shared the cores"));
    }

    private static Stream<String> started(Entry entry) {
        Stream<String> command =
                Stream.of(entry.position() + ", " + entry.name() + ": `" + String.join(" ", entry.command()) + "`");
        return Stream.concat(command, entry.serverLines().stream().map(line -> "`" + line.strip() + "`"));
    }
}
