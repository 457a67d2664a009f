package dev.weir.perf;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.plant.PlantJar;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Plan;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Results;
import dev.weir.perf.scenario.Scenario;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Progress;
import dev.weir.perf.trial.ServedFolder;
import dev.weir.perf.trial.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        Stage.Lab lab = new Stage.Lab(
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
                jars.put(jar.getFileName() + (folder.equals(common.jars) ? "" : "@other"), Environment.digest(jar));
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

    /** Lays out a run before it begins: blocks of all loads, in each load all contenders, each in an order of its own. */
    static final class Planning {
        private Planning() {}

        static Plan plan(Runner.Plans plans, long seed) {
            List<Scenario> scenarios = plans.scenarios(seed);
            List<String> choices = Stream.concat(
                            scenarios.stream()
                                    .flatMap(scenario -> scenario.description().choices().stream())
                                    .distinct(),
                            Stream.of(blocks(plans.blocks()), processes(plans.jvmOptions()), COMPARED, GATES))
                    .toList();
            return new Plan(
                    plans.title(),
                    plans.command() + " --seed " + seed + " --out DIR",
                    seed,
                    baselines(plans),
                    cases(plans, scenarios, new Random(seed)),
                    choices);
        }

        private static List<Plan.Case> cases(Runner.Plans plans, List<Scenario> scenarios, Random random) {
            List<Plan.Case> cases = new ArrayList<>();
            for (int block = 1; block <= plans.blocks(); block++) {
                int number = block;
                List<Scenario> loads = new ArrayList<>(scenarios);
                Collections.shuffle(loads, random);
                List<Plan.Case> ofBlock = new ArrayList<>();
                for (Scenario scenario : loads) {
                    // Contenders of one load follow each other: they are compared, and the machine changes.
                    List<Entrant> entrants = new ArrayList<>(plans.entrants());
                    Collections.shuffle(entrants, random);
                    entrants.forEach(entrant ->
                            ofBlock.add(new Plan.Case(0, number, scenario.id(), scenario.setting(), entrant.label())));
                }
                for (Plan.Case planned : ofBlock) {
                    cases.add(new Plan.Case(
                            cases.size() + 1, block, planned.scenario(), planned.setting(), planned.contender()));
                }
            }
            return List.copyOf(cases);
        }

        private static String processes(List<String> jvmOptions) {
            List<String> options = new ArrayList<>(Cores.JvmOptions.USUAL);
            options.addAll(jvmOptions);
            return "A fresh server JVM for every trial, with " + String.join(" ", options) + "." + PROCESSES;
        }

        private static Map<String, String> baselines(Runner.Plans plans) {
            Map<String, String> baselines = new LinkedHashMap<>();
            for (Entrant entrant : plans.entrants()) {
                entrant.baseline(plans.entrants(), plans.baseline())
                        .ifPresent(baseline -> baselines.put(entrant.label(), baseline.label()));
            }
            return baselines;
        }

        private static String blocks(int blocks) {
            return blocks == 1
                    ? "One block, one trial of each contender and load: a look. Nothing here has an interval, and costs"
                            + " that differ by less than a half say nothing."
                    : "%d blocks; in each all loads in random order, and for each load all contenders in random order. A ratio is the geometric mean over the blocks; its 95 %% interval is Student's t on the logarithms of the blocks' ratios. Stop rule: all blocks, whatever they show."
                            .formatted(blocks);
        }

        private static final String PROCESSES =
                " It gets warm on both cores, for its compilers' sake, and is then alone on core 0; the generator is"
                        + " on core 1, and polls in the window instead of sleeping. Loads marked so have both on both"
                        + " cores, and nobody polls. Before each trial a server must answer a few requests right; after"
                        + " its warm-up it collects its garbage once. The loopback interface: no network card, no latency,"
                        + " and the receiver's TCP work is partly paid by the sender.";
        private static final String COMPARED =
                "Allocated bytes and context switches are read just before and after the window, since that costs the"
                        + " server something, and belong to the units of that longer time. Compared are, for a unit of"
                        + " work: CPU of the server's process with its collector and compilers, allocated bytes with those"
                        + " of virtual threads, context switches, and the median response; for memory: live heap and RSS a"
                        + " connection. Within 5 % counts as equal (TOST at 5 %); different is what Holm's correction over"
                        + " these leaves and what is off by more than 5 %; anything else is not decided.";
        private static final String GATES =
                "A trial is invalid, and listed as such, after one wrong, short or long body, one status other than"
                        + " 200, one event"
                        + " lost, twice or out of order, one failed connection, a generator lag p99 over %.0f ms, %.0f %% or more of the generator's core used, %.0f %%"
                                .formatted(
                                        Raw.Fitness.MOST_LAG_SECONDS * 1e3,
                                        Raw.Fitness.MOST_CORE * 100,
                                        Raw.Fitness.MOST_STEAL * 100)
                        + " or more of the machine's time stolen, a fixed piece of work that took over %.0f %% more or less than usual in the block, or an open load or its deliveries off their rate by over 1 %%. A missed target does not make a trial invalid."
                                .formatted(Calibration.MOST_OFF * 100);
    }
}
