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
 * The definition of a run: the servers to compare, and the scenarios (kinds of load) under which to compare them. A
 * seed for all random choices turns it into a {@link RunPlan}.
 *
 * @param command the command line that starts the run, without the seed and the folder
 * @param blocks the number of blocks; in each block every server runs once under each load, in random order
 * @param baseline the server with which the others are compared, unless they have a baseline of their own
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
            " It warms up on both cores, because the JIT compilers need them, and then runs alone on core 0. The load"
                    + " generator runs on core 1. During the measured window it busy-polls its sockets instead of"
                    + " sleeping. In loads marked \"both cores\", server and generator run on both cores, and the"
                    + " generator does not poll. Before each trial the server must answer a few requests correctly."
                    + " After its warm-up it collects its garbage once. All traffic uses the loopback interface. So"
                    + " there is no network card and no network latency, and the server pays for a part of the"
                    + " receiver's TCP work.";
    private static final String COMPARED =
            "Reading allocated bytes and context switches costs the server CPU, so they are read just before and just"
                    + " after the window, and divided by the units of work done between the two readings. Compared per"
                    + " unit of work: CPU of the server's process including garbage collector and JIT compilers,"
                    + " allocated bytes of all threads, and context switches. Also compared: the median response"
                    + " time. Compared per connection: live heap and RSS. Two costs count as equal if they are within"
                    + " 5 % of each other (TOST). They count as different if the difference is significant after Holm's"
                    + " correction over these metrics and exceeds 5 %. All other ratios are not decided.";
    private static final String GATES =
            ("A trial is invalid, and listed as such, after one wrong, short or long body, a status other than 200, an"
                            + " event that is lost, duplicated or out of order, or a failed connection. It is also"
                            + " invalid when the load generator's p99 scheduling lag exceeds %.0f ms, when the"
                            + " generator uses %.0f %% or more of its core, or when the host gives %.0f %% or more of"
                            + " the machine's time to other guests (steal). It is invalid when the time of a fixed"
                            + " computation before the trial deviates by over %.0f %% from the median of its block, or"
                            + " when the rate of requests or deliveries deviates by over 1 %% from the planned rate. A"
                            + " missed target does not make a trial invalid.")
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
            // Trials that are compared run one after the other, because the machine's speed drifts.
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
                ? "One block: each contender runs once under each load, so no ratio has a confidence interval. Costs"
                        + " that differ by less than half may differ only by noise."
                : "%d blocks. A block runs all loads in random order, and under each load all contenders once in random order. A ratio is the geometric mean of the blocks' ratios. Its 95 %% confidence interval is Student's t on their logarithms. Stop rule: all blocks run, whatever the first ones show."
                        .formatted(blocks);
    }
}
