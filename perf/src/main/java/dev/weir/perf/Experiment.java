package dev.weir.perf;

import dev.weir.perf.contender.Entrant;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * A request for a run: its scenarios and contenders. A seed turns it into a plan.
 *
 * @param command the command without seed and folder
 * @param baseline the baseline of contenders that have none of their own
 * @param bySeed makes the scenarios for a seed
 */
record Experiment(
        String title,
        String command,
        int blocks,
        List<Entrant> entrants,
        Entrant baseline,
        Cores cores,
        List<String> jvmOptions,
        LongFunction<List<Scenario>> bySeed) {
    private static final String PROCESSES =
            " It warms up on both cores, because its compilers need them, and then runs alone on core 0. The generator"
                    + " runs on core 1 and polls in the window instead of sleeping. In loads marked so, both run on both"
                    + " cores and the generator does not poll. Before each trial the server must answer a few requests"
                    + " correctly. After its warm-up it collects its garbage once. All traffic uses the loopback"
                    + " interface, so there is no network card and no latency, and the server pays for a part of the"
                    + " receiver's TCP work.";
    private static final String COMPARED =
            "Reading allocated bytes and context switches costs the server something, so they are read just before and"
                    + " after the window and divided by the units of that longer time. Compared per unit of work: CPU of"
                    + " the server's process with its collector and compilers, allocated bytes of all threads, context"
                    + " switches, and the median response. Compared per connection: live heap and RSS. Two costs within 5"
                    + " % are equal (TOST). They differ when Holm's correction over these metrics leaves a difference and"
                    + " it exceeds 5 %. All other ratios are not decided.";
    private static final String GATES =
            ("A trial is invalid, and listed as such, after one wrong, short or long body, a status other than 200, an event that"
                            + " is lost, duplicated or out of order, or a failed connection. It is also invalid when the"
                            + " generator's lag p99 exceeds %.0f ms, the generator uses %.0f %% or more of its core, or other"
                            + " guests take %.0f %% or more of the machine's time. It is invalid when a fixed piece of work"
                            + " deviates by over %.0f %% from the block's median, and when an open load or its deliveries deviate"
                            + " by over 1 %% from their rate. A missed target does not make a trial invalid.")
                    .formatted(
                            Raw.Fitness.MOST_LAG_SECONDS * 1e3,
                            Raw.Fitness.MOST_CORE * 100,
                            Raw.Fitness.MOST_STEAL * 100,
                            Calibration.MOST_OFF * 100);

    RunPlan plan(long seed) {
        List<Scenario> scenarios = bySeed.apply(seed);
        List<String> options = new ArrayList<>(Cores.USUAL);
        options.addAll(jvmOptions);
        Stream<String> common = Stream.of(
                blockChoice(),
                "A fresh server JVM for every trial, with " + String.join(" ", options) + "." + PROCESSES,
                COMPARED,
                GATES);
        List<String> choices = Stream.concat(
                        scenarios.stream().flatMap(scenario -> scenario.description().choices().stream()), common)
                .distinct()
                .toList();
        Map<String, String> baselines = new LinkedHashMap<>();
        entrants.forEach(entrant ->
                entrant.baseline(entrants, baseline).ifPresent(other -> baselines.put(entrant.label(), other.label())));
        String again = command + " --seed " + seed + " --out DIR";
        return new RunPlan(title, again, seed, baselines, cases(scenarios, new Random(seed)), choices);
    }

    private List<RunPlan.Case> cases(List<Scenario> scenarios, Random random) {
        List<RunPlan.Case> cases = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            // The contenders of one load follow each other, because they are compared and the machine's speed
            // drifts.
            for (Scenario scenario : shuffled(scenarios, random)) {
                for (Entrant entrant : shuffled(entrants, random)) {
                    Scenario.Description load = scenario.description();
                    cases.add(new RunPlan.Case(cases.size() + 1, block, load.id(), load.setting(), entrant.label()));
                }
            }
        }
        return List.copyOf(cases);
    }

    private static <T> List<T> shuffled(List<T> all, Random random) {
        List<T> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    private String blockChoice() {
        return blocks == 1
                ? "One block: one trial of each contender and load, so no figure has an interval. Costs that differ by"
                        + " less than a half may be noise."
                : "%d blocks. Each has all loads in random order, and each load has all contenders in random order. A ratio is the geometric mean over the blocks. Its 95 %% interval is Student's t on the logarithms of the blocks' ratios. Stop rule: all blocks run, whatever the first ones show."
                        .formatted(blocks);
    }
}
