package dev.weir.perf;

import dev.weir.perf.result.Results;
import dev.weir.perf.scenario.ClosedDownloads;
import dev.weir.perf.scenario.ClosedGets;
import dev.weir.perf.scenario.HeldConnections;
import dev.weir.perf.scenario.HeldConnections.State;
import dev.weir.perf.scenario.OpenCalls;
import dev.weir.perf.scenario.OpenGets;
import dev.weir.perf.scenario.Scenario;
import dev.weir.perf.scenario.SteadyDownloads;
import dev.weir.perf.server.Cores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which loads a comparison runs. */
final class ScenarioOptions {
    private static final int GET_SECONDS = 12;
    /** Also when quick: a cycle is short, and Tomcat wants 15 s of both cores before it is compiled. */
    private static final int GET_CYCLES = 12;
    /** Until Spring-WS is compiled. */
    private static final int CALL_CYCLES = 20;

    @Option(
            names = "--scenario",
            split = ",",
            description = "of S1, S1x, S2, S2x, S3, S5, S6, capacity, memory; default: ${DEFAULT-VALUE}",
            defaultValue = "S1")
    private List<String> ids = List.of();

    @Option(
            names = "--downloads",
            split = ",",
            description = "of S1x, at once; default: ${DEFAULT-VALUE}",
            defaultValue = "1000")
    private List<Integer> downloads = List.of();

    @Option(
            names = "--rate",
            description = "of S1x, KiB a second for each client; default: ${DEFAULT-VALUE}",
            defaultValue = "200")
    private int rateKib;

    @Option(
            names = "--chunk-time",
            split = ",",
            description = "of S1x, milliseconds; default: ${DEFAULT-VALUE}, as the servers have it",
            defaultValue = "250")
    private List<Integer> chunkMillis = List.of();

    @Option(names = "--half", description = "S1x: the global limit is half of what all want")
    private boolean half;

    @Option(names = "--both-cores", description = "S1x: server and generator on both cores")
    private boolean bothCores;

    @Mixin
    private final EventOptions events = new EventOptions();

    @Option(
            names = "--requests",
            split = ",",
            description = "of S5, a second; default: ${DEFAULT-VALUE}",
            defaultValue = "1000")
    private List<Integer> requests = List.of();

    @Option(
            names = "--calls",
            split = ",",
            description = "of S6, a second; default: ${DEFAULT-VALUE}",
            defaultValue = "100")
    private List<Integer> calls = List.of();

    @Option(
            names = "--capacity",
            paramLabel = "RESULTS.json",
            description = "of a run of the scenario capacity: S5 asks for 30, 50 and 70 %% of the slowest contender's")
    private @Nullable Path capacity;

    @Option(
            names = "--step",
            description = "of memory and S3, connections more at each of 8 counts; default: ${DEFAULT-VALUE}",
            defaultValue = "500")
    private int step;

    /** Whether events are pushed. */
    boolean hasEvents() {
        return ids.stream().anyMatch(EventOptions.IDS::contains);
    }

    /** Whether this scenario is all that is run. */
    boolean isOnly(String id) {
        return ids.equals(List.of(id));
    }

    boolean isHalf() {
        return half;
    }

    boolean has(String id) {
        return ids.contains(id);
    }

    Cores cores() {
        return bothCores ? Cores.SHARED : Cores.APART;
    }

    /**
     * Makes them.
     *
     * @param cycles of warm-up, at most
     * @throws IllegalArgumentException when there is no such scenario
     */
    List<Scenario> scenarios(long seed, int cycles) {
        return ids.stream().flatMap(id -> scenarios(id, seed, cycles)).toList();
    }

    private Stream<Scenario> scenarios(String id, long seed, int cycles) {
        return switch (id) {
            case "S1" -> Stream.of(new ClosedDownloads());
            case "S1x" -> steady(cycles).stream();
            case "S2", "S2x", "S3" -> events.scenarios(id, step, cycles);
            case "S5" -> requests.stream().map(rate -> new OpenGets(rate, GET_SECONDS, GET_CYCLES, seed));
            case "S6" -> calls.stream().map(rate -> new OpenCalls(rate, GET_SECONDS, CALL_CYCLES, seed));
            case "capacity" -> Stream.of(new ClosedGets(GET_CYCLES));
            case "memory" -> Stream.of(State.IDLE, State.DOWNLOADING).map(state -> new HeldConnections(state, step));
            default -> throw new IllegalArgumentException("no scenario " + id);
        };
    }

    private List<Scenario> steady(int cycles) {
        List<Scenario> all = new ArrayList<>();
        for (int count : downloads) {
            for (int millis : chunkMillis) {
                all.add(new SteadyDownloads(count, rateKib * 1024, Duration.ofMillis(millis), half, cores(), cycles));
            }
        }
        return all;
    }

    /** Reads what other options refer to; before anything else is asked. */
    void resolve(boolean contendersNamed) throws IOException {
        if (!contendersNamed && has("S1") && ids.size() > 1) {
            throw new IllegalArgumentException(
                    "S1 has contenders that others cannot have: run it alone, or name them with --contenders");
        }
        if (!contendersNamed && hasEvents() && !EventOptions.IDS.containsAll(ids)) {
            throw new IllegalArgumentException(
                    "events have contenders that others cannot have: run them alone, or name them with --contenders");
        }
        if (!contendersNamed && has("S6") && ids.size() > 1) {
            throw new IllegalArgumentException(
                    "S6 has contenders that others cannot have: run it alone, or name them with --contenders");
        }
        events.check();
        if (bothCores && !isOnly("S1x")) {
            throw new IllegalArgumentException("--both-cores is for S1x alone");
        }
        if (capacity != null) {
            requests = ClosedGets.Capacity.shares(Results.read(capacity));
        }
    }

    /** The options that make the same loads again. */
    String text() {
        StringBuilder text = new StringBuilder(" --scenario ").append(joined(ids));
        if (has("S1x")) {
            text.append(" --downloads ").append(joined(downloads));
            text.append(" --chunk-time ").append(joined(chunkMillis));
            text.append(" --rate ").append(rateKib);
            text.append(half ? " --half" : "").append(bothCores ? " --both-cores" : "");
        }
        text.append(events.text(ids));
        if (has("S5")) {
            text.append(" --requests ").append(joined(requests));
        }
        if (has("S6")) {
            text.append(" --calls ").append(joined(calls));
        }
        if (has("memory") || has("S3")) {
            text.append(" --step ").append(step);
        }
        return text.toString();
    }

    static String joined(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
