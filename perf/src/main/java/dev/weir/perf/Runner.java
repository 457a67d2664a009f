package dev.weir.perf;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.plant.PlantJar;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Plan;
import dev.weir.perf.result.Results;
import dev.weir.perf.scenario.Scenario;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Lab;
import dev.weir.perf.trial.Progress;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** Registers a plan in a folder, or finds it there, runs what is left of it, and computes the results. */
final class Runner {
    private final CommonOptions common;
    private final Plans plans;

    Runner(CommonOptions common, Plans plans) {
        this.common = common;
        this.plans = plans;
    }

    /**
     * Runs it.
     *
     * @throws IOException when the folder holds another plan, or cannot be written
     */
    Results run() throws IOException, InterruptedException {
        Archive archive = Archive.of(common.out);
        long seed = archive.hasPlan() && !common.hasSeed() ? archive.plan().seed() : common.seed();
        Plan plan = plans.plan(seed);
        boolean pinned = plans.cores().pinGenerator();
        Calibration.warmUp();
        archive.register(plan, Environment.capture(pinned, jars()));
        print(plan);

        Map<String, Scenario> byLoad = new LinkedHashMap<>();
        plans.scenarios(seed)
                .forEach(scenario ->
                        byLoad.put(new Plan.Case(0, 0, scenario.id(), scenario.setting(), "").load(), scenario));
        Progress progress = Progress.of(System.out, Campaign.planned(archive, plan, byLoad));
        Lab lab = new Lab(
                ServedFolder.open(),
                common.jars,
                common.otherJars,
                PlantJar.make(),
                plans.jvmOptions(),
                pinned && plans.cores() == Cores.APART,
                progress);
        return new Campaign(archive, lab, byLoad).run();
    }

    private Map<String, String> jars() throws IOException {
        Map<String, String> jars = new TreeMap<>();
        for (Entrant entrant : plans.entrants()) {
            Path folder = entrant.twist() == Entrant.Twist.OTHER ? common.otherJars : common.jars;
            Path jar = entrant.contender().jar(folder);
            if (Files.isReadable(jar)) {
                jars.put(jar.getFileName() + (folder.equals(common.jars) ? "" : "@other"), Digests.of(jar));
            }
        }
        return jars;
    }

    private static void print(Plan plan) {
        System.out.println(plan.title());
        plan.choices().forEach(choice -> System.out.println("  - " + choice));
        System.out.println("Order (seed " + plan.seed() + "): "
                + plan.cases().stream().map(Plan.Case::toString).collect(Collectors.joining("; ")));
    }

    /** What is to be run, given the seed of every random choice. */
    record Plans(
            String title,
            String command,
            int blocks,
            List<Entrant> entrants,
            Entrant baseline,
            Cores cores,
            List<String> jvmOptions,
            LongFunction<List<Scenario>> bySeed) {
        List<Scenario> scenarios(long seed) {
            return bySeed.apply(seed);
        }

        Plan plan(long seed) {
            return Planning.plan(this, seed);
        }
    }
}
