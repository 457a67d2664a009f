package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.contender.JoinedServer;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.scenario.ClosedDownloads;
import dev.weir.perf.scenario.EventScenarios;
import dev.weir.perf.scenario.PlainGets;
import dev.weir.perf.server.Calibration;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ResourceBundle;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** The compared servers and their loads. {@code planted} maps servers with a known fault to loads that run last. */
record Experiment(
        String title,
        String command,
        int blocks,
        List<Entrant> entrants,
        Entrant baseline,
        Cores cores,
        List<String> jvmOptions,
        List<JoinedServer> joined,
        LongFunction<List<Scenario>> bySeed,
        Map<Entrant, Scenario> planted) {
    private static final ResourceBundle TEXTS = ResourceBundle.getBundle("dev.weir.perf.choices");

    RunPlan plan(long seed) {
        List<Scenario> scenarios = bySeed.apply(seed);
        List<String> options = new ArrayList<>(Cores.USUAL);
        options.addAll(jvmOptions);
        Stream<String> common = Stream.of(
                blocks == 1 ? text("one.block") : text("blocks", blocks),
                text("processes", String.join(" ", options)),
                text("line"),
                text("compared"),
                text(
                        "gates",
                        Raw.Fitness.MOST_LAG_SECONDS * 1e3,
                        Raw.Fitness.MOST_CORE * 100,
                        Raw.Fitness.MOST_STEAL * 100,
                        Raw.Fitness.MOST_OTHERS * 100,
                        Calibration.MOST_OFF * 100));
        Stream<String> commands = joined.stream().map(server -> text("joined", server.name(), server.command()));
        List<String> choices = Stream.of(
                        Stream.concat(scenarios.stream(), planted.values().stream())
                                .flatMap(scenario -> scenario.description().choices().stream()),
                        common,
                        commands)
                .flatMap(texts -> texts)
                .distinct()
                .toList();
        Map<String, String> baselines = new LinkedHashMap<>();
        List<Entrant> all =
                Stream.concat(entrants.stream(), planted.keySet().stream()).toList();
        all.forEach(entrant ->
                entrant.baseline(all, baseline).ifPresent(other -> baselines.put(entrant.label(), other.label())));
        String again = command + " --seed " + seed + " --out DIR";
        return new RunPlan(title, again, seed, baselines, cases(scenarios, new Random(seed)), choices);
    }

    private List<RunPlan.Case> cases(List<Scenario> scenarios, Random random) {
        List<RunPlan.Case> cases = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            // Trials that are compared run one after the other, because the machine's speed drifts.
            for (Scenario scenario : shuffled(scenarios, random)) {
                for (Entrant entrant : shuffled(entrants, random)) {
                    cases.add(scenario.description().planned(cases.size() + 1, block, entrant.label()));
                }
            }
        }
        planted.forEach((entrant, scenario) ->
                cases.add(scenario.description().planned(cases.size() + 1, blocks, entrant.label())));
        return List.copyOf(cases);
    }

    /** Maps copies of this server to their loads. Each copy has a delay, or a fault that the measurement must find. */
    static Map<Entrant, Scenario> plantedIn(Contender contender) {
        Map<Entrant, Scenario> planted = new LinkedHashMap<>();
        for (String twist : List.of("+0ms", "+5ms", "!burner", "!byte")) {
            planted.put(Entrant.of(contender + twist), new PlainGets(1_000, 11, 4, 1));
        }
        planted.put(Entrant.of(contender + "!rate"), new ClosedDownloads(4, 4));
        planted.put(Entrant.of(contender + "!event"), new EventScenarios.Broadcasts(100, 10, 1, Cores.APART, 4));
        return planted;
    }

    private static <T> List<T> shuffled(List<T> all, Random random) {
        List<T> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    private static String text(String key, Object... values) {
        return TEXTS.getString(key).formatted(values);
    }
}
