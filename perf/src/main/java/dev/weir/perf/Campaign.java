package dev.weir.perf;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.report.Report;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Plan;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.scenario.Scenario;
import dev.weir.perf.trial.Progress;
import dev.weir.perf.trial.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs the trials of a plan that were not run yet, one after the other, and writes what they amount to. */
final class Campaign {
    private final Archive archive;
    private final Progress progress;
    private final Conductor conductor;

    /** How one trial is run. */
    @FunctionalInterface
    interface Conductor {
        Evidence conduct(Plan.Case planned) throws IOException, InterruptedException;
    }

    /**
     * Runs nothing yet.
     *
     * @param byLoad the scenarios by what {@link Plan.Case#load} calls them
     */
    Campaign(Archive archive, Stage.Lab lab, Map<String, Scenario> byLoad) {
        this(archive, lab.progress(), planned -> staged(archive, lab, scenario(byLoad, planned), planned));
    }

    Campaign(Archive archive, Progress progress, Conductor conductor) {
        this.archive = archive;
        this.progress = progress;
        this.conductor = conductor;
    }

    /** What the trials of a plan take that are still to be run. */
    static List<Duration> planned(Archive archive, Plan plan, Map<String, Scenario> byLoad) {
        return plan.cases().stream()
                .filter(planned -> !archive.has(planned))
                .map(planned -> scenario(byLoad, planned)
                        .planned(Entrant.of(planned.contender()).contender()))
                .toList();
    }

    Results run() throws IOException, InterruptedException {
        for (Plan.Case planned : archive.plan().cases()) {
            if (!archive.has(planned)) {
                progress.trial(planned.contender());
                Evidence evidence = trial(planned);
                archive.keep(evidence);
                String failure = evidence.raw().failure();
                progress.over(failure == null ? planned.load() : planned.load() + " FAILED: " + failure);
            }
        }
        return write(archive);
    }

    /** Computes the results of a folder again and writes them, and the report. */
    static Results write(Archive archive) throws IOException {
        Results results = archive.results();
        results.write(archive.directory().resolve("results.json"));
        Path page = Report.write(archive.directory(), "report", results);
        System.out.println("Report: " + page);
        results.trials().stream()
                .filter(trial -> !trial.valid())
                .forEach(trial -> System.out.println(
                        "INVALID: " + trial.planned().name() + ": " + String.join("; ", trial.faults())));
        return results;
    }

    private Evidence trial(Plan.Case planned) throws InterruptedException {
        try {
            return conductor.conduct(planned);
        } catch (IOException | RuntimeException e) {
            // Listed as failed; the others still run.
            return new Evidence(Raw.failed(planned, e), Map.of());
        }
    }

    private static Evidence staged(Archive archive, Stage.Lab lab, Scenario scenario, Plan.Case planned)
            throws IOException, InterruptedException {
        Entrant entrant = Entrant.of(planned.contender());
        try (Stage stage =
                Stage.open(planned, lab, entrant, scenario.server(entrant.contender()), archive.log(planned))) {
            scenario.run(stage, entrant.contender());
            return stage.evidence(scenario.description().unit());
        }
    }

    private static Scenario scenario(Map<String, Scenario> byLoad, Plan.Case planned) {
        Scenario scenario = byLoad.get(planned.load());
        if (scenario == null) {
            throw new IllegalStateException("no scenario for " + planned.load());
        }
        return scenario;
    }
}
