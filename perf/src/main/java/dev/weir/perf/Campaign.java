package dev.weir.perf;

import dev.weir.perf.FolderOptions.RunOptions;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.control.Plant;
import dev.weir.perf.report.Report;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Trial;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Progress;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServedFolder;
import dev.weir.perf.trial.TrialStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Runs the trials of a plan and writes the report. Skips each trial whose record is already in the {@link Archive}. */
record Campaign(Archive archive, Progress progress, Conductor conductor) {

    interface Conductor {
        Evidence conduct(RunPlan.Case planned) throws IOException, InterruptedException;
    }

    /** Starts a run in the folder {@code options.out}, or continues it. Throws if the folder holds another run. */
    static Results run(RunOptions options, Experiment experiment) throws IOException, InterruptedException {
        Archive archive = Archive.of(options.out);
        long seed = options.seed(archive);
        RunPlan plan = experiment.plan(seed);
        Map<String, Scenario> byLoad = new HashMap<>();
        for (Scenario scenario : experiment.bySeed().apply(seed)) {
            Scenario.Description load = scenario.description();
            byLoad.put(new RunPlan.Case(0, 0, load.id(), load.setting(), "").load(), scenario);
        }
        long trials =
                plan.cases().stream().filter(planned -> !archive.has(planned)).count();
        boolean pinned = experiment.cores().pinGenerator();
        TrialStage.Lab lab = new TrialStage.Lab(
                ServedFolder.open(),
                options.jars,
                options.otherJars,
                Plant.jar(),
                experiment.jvmOptions(),
                pinned && experiment.cores() == Cores.APART,
                new Progress(System.out, (int) trials));
        var _ = Calibration.seconds(); // lets the JIT compile this code before it is timed
        archive.register(plan, Environment.capture(pinned, digests(lab, experiment.entrants())));
        System.out.println(plan.title());
        plan.choices().forEach(choice -> System.out.println("  - " + choice));
        System.out.println(plan.order());
        return new Campaign(archive, lab.progress(), planned -> {
                    Scenario scenario = Objects.requireNonNull(byLoad.get(planned.load()), planned::load);
                    Scenario.Description load = scenario.description();
                    try (TrialStage stage = TrialStage.open(planned, lab, load.server(), archive.log(planned))) {
                        scenario.run(stage);
                        return stage.evidence(load.unit());
                    }
                })
                .run();
    }

    private static Map<String, String> digests(TrialStage.Lab lab, List<Entrant> entrants) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        for (Entrant entrant : entrants) {
            Path jar = lab.jar(entrant);
            if (Files.isReadable(jar)) {
                boolean other = entrant.twist() == Entrant.Twist.OTHER;
                digests.put(jar.getFileName() + (other ? "@other" : ""), Environment.digest(jar));
            }
        }
        return digests;
    }

    Results run() throws IOException, InterruptedException {
        for (RunPlan.Case planned : archive.plan().cases()) {
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

    private Evidence trial(RunPlan.Case planned) throws InterruptedException {
        try {
            return conductor.conduct(planned);
        } catch (IOException | RuntimeException e) {
            Cleanup.awaitEnd();
            return new Evidence(Raw.failed(planned, e), Map.of());
        }
    }

    static Results write(Archive archive) throws IOException {
        Results results = archive.results();
        results.write(archive.directory().resolve("results.json"));
        System.out.println("Report: " + Report.write(archive.directory(), results));
        for (Trial trial : results.trials()) {
            if (!trial.valid()) {
                System.out.printf("INVALID: %s: %s%n", trial.planned().name(), String.join("; ", trial.faults()));
            }
        }
        return results;
    }
}
