package dev.weir.perf;

import com.google.common.collect.Iterables;
import dev.weir.perf.FolderOptions.RunOptions;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.contender.JoinedServer;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.report.Report;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Controls;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.server.Cleanup;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Plant;
import dev.weir.perf.trial.Progress;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.TrialStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Runs the planned measurements (trials) and writes the report. Skips trials that the {@link Archive} already has. */
record Campaign(Archive archive, Progress progress, Conductor conductor) {

    interface Conductor {
        Evidence conduct(RunPlan.Case planned) throws IOException, InterruptedException;
    }

    /** Runs the experiment. Returns exit code 0 only if all trials are valid and the measurement's self-tests pass. */
    static int exitCode(RunOptions options, Experiment experiment) throws IOException, InterruptedException {
        Results results = run(options, experiment);
        boolean found = results.controls().stream().allMatch(Controls.Control::met);
        return found ? results.allValid() ? 0 : Program.INVALID : Program.REFUTED;
    }

    /** Starts or continues the run in the folder {@code options.out}. Throws if the folder holds a different run. */
    static Results run(RunOptions options, Experiment experiment) throws IOException, InterruptedException {
        Archive archive = Archive.of(options.out);
        long seed = options.seed(archive);
        RunPlan plan = experiment.plan(seed);
        Map<String, Scenario> byLoad = new HashMap<>();
        for (Scenario scenario : Iterables.concat(
                experiment.bySeed().apply(seed), experiment.planted().values())) {
            byLoad.putIfAbsent(scenario.description().planned(0, 0, "").load(), scenario);
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
                experiment.joined(),
                pinned && experiment.cores() == Cores.APART,
                new Progress(System.out, (int) trials));
        for (JoinedServer joining : experiment.joined()) {
            rehearse(joining, lab, byLoad.values());
        }
        var _ = Calibration.ofBothCores(); // lets the JIT compile this code before it is timed
        archive.register(plan, Environment.capture(pinned, servers(lab, experiment.entrants())));
        System.out.println(plan.title());
        plan.choices().forEach(choice -> System.out.println("  - " + choice));
        System.out.println("The trials run in this random order (seed %d):".formatted(plan.seed()));
        plan.order().forEach(line -> System.out.println("  - " + line));
        return new Campaign(archive, lab.progress(), planned -> {
                    Scenario scenario = Objects.requireNonNull(byLoad.get(planned.load()), planned::load);
                    Scenario.Description load = scenario.description();
                    List<Double> before = Calibration.ofBothCores();
                    Evidence evidence;
                    try (TrialStage stage = TrialStage.open(planned, lab, load.server(), archive.log(planned))) {
                        scenario.run(stage);
                        evidence = stage.evidence(load.unit());
                    }
                    return new Evidence(
                            evidence.raw().calibrated(before, Calibration.ofBothCores()), evidence.micros());
                })
                .run();
    }

    /** Starts this server for each scenario and checks a few answers. Throws if a start fails or an answer is wrong. */
    private static void rehearse(JoinedServer joining, TrialStage.Lab lab, Iterable<Scenario> scenarios)
            throws IOException, InterruptedException {
        for (Scenario scenario : scenarios) {
            Scenario.Description load = scenario.description();
            Path log = Files.createTempFile(Cleanup.folder(), joining.name(), ".log");
            try (TrialStage _ = TrialStage.open(load.planned(0, 0, joining.name()), lab, load.server(), log)) {
                lab.progress().say(joining.name() + " is ready for " + load.id());
            } catch (IOException e) {
                Cleanup.awaitEnd();
                throw new BadUsageException(
                        joining.name() + " cannot take part in " + load.id() + ": " + e.getMessage());
            }
        }
    }

    /** Maps the name of each jar to its digest, and the name of each {@link JoinedServer} to its command. */
    static Map<String, String> servers(TrialStage.Lab lab, List<Entrant> entrants) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        lab.joined().forEach(server -> digests.put(server.name(), server.command()));
        for (Entrant entrant : entrants) {
            Path jar = lab.jar(entrant);
            if (Files.isReadable(jar)) {
                String build = entrant.label().replaceFirst("[^@]*", "");
                digests.put(jar.getFileName() + build, Environment.digest(jar));
            }
        }
        return digests;
    }

    Results run() throws IOException, InterruptedException {
        for (RunPlan.Case planned : archive.plan().cases()) {
            if (!archive.has(planned)) {
                progress.trial(planned.contender());
                archive.begin(planned);
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
        results.unspoilt()
                .filter(trial -> !trial.valid())
                .forEach(trial -> System.out.printf(
                        "INVALID: %s: %s%n", trial.planned().name(), String.join("; ", trial.faults())));
        results.controls().forEach(control -> System.out.println(control.text()));
        return results;
    }
}
