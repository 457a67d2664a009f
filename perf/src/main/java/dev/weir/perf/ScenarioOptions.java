package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.result.Results;
import dev.weir.perf.scenario.ClosedDownloads;
import dev.weir.perf.scenario.ColdStart;
import dev.weir.perf.scenario.EventScenarios;
import dev.weir.perf.scenario.HeldConnections;
import dev.weir.perf.scenario.HeldConnections.HeldState;
import dev.weir.perf.scenario.OpenCalls;
import dev.weir.perf.scenario.Overload;
import dev.weir.perf.scenario.PlainGets;
import dev.weir.perf.scenario.ReusedConnections;
import dev.weir.perf.scenario.SlowCalls;
import dev.weir.perf.scenario.SteadyDownloads;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options that choose the scenarios of a comparison and the sizes of their loads. */
final class ScenarioOptions {
    private static final int GET_SECONDS = 12; // over 10,000 GETs at the usual rate, which a p99 needs
    /** The maximum number of warm-up cycles for GETs. It is large enough for the JIT to compile Tomcat's code. */
    private static final int GET_CYCLES = 12;
    /** The maximum number of warm-up cycles for SOAP calls. The JIT needs many cycles to compile Spring-WS. */
    private static final int CALL_CYCLES = 20;

    static final String ALL = "S1, S1x, S2, S2x, S3, S4, S5, S6, S7, S8, S9, S9s, capacity or memory";
    /** By default, the scenarios of one list compare servers of their own, so they cannot run with other scenarios. */
    private static final List<List<String>> APART = Stream.concat(
                    Stream.of("S1", "S4", "S6", "S7", "S8", "S9", "S9s").map(List::of),
                    Stream.of(List.of("S2", "S2x", "S3")))
            .toList();
    /** The scenarios whose server may share both cores with the load generator. */
    private static final List<String> ON_BOTH_CORES = List.of("S1x", "S2x");

    private static final String DEFAULT = "; default: ${DEFAULT-VALUE}";

    @Option(names = "--scenario", split = ",", description = ALL + DEFAULT, defaultValue = "S1")
    List<String> ids = List.of();

    @Option(names = "--downloads", split = ",", description = "S1x: downloads at once" + DEFAULT, defaultValue = "1000")
    private List<Integer> downloads = List.of();

    @Option(names = "--rate", description = "S1x: KiB per second for each client" + DEFAULT, defaultValue = "200")
    private int rateKib;

    @Option(names = "--chunk-time", split = ",", description = "S1x: ms between chunks" + DEFAULT, defaultValue = "250")
    private List<Integer> chunkMillis = List.of();

    @Option(names = "--half", description = "S1x: the global limit is half the sum of the clients' limits")
    boolean half;

    @Option(names = "--both-cores", description = "S1x, S2x: server and load generator share both cores")
    private boolean bothCores;

    @Option(names = "--subscribers", split = ",", description = "S2x: subscribers" + DEFAULT, defaultValue = "1000")
    private List<Integer> subscribers = List.of();

    @Option(names = "--events", description = "S2x: events per second" + DEFAULT, defaultValue = "10")
    private int events;

    @Option(names = "--together", description = "S2x: events published at once" + DEFAULT, defaultValue = "1")
    private int together;

    @Option(names = "--waiters", split = ",", description = "S2, S9s: clients" + DEFAULT, defaultValue = "2000")
    private List<Integer> waiters = List.of();

    @Option(
            names = "--keep-alive",
            split = ",",
            converter = Values.AnyInt.class,
            description = "S4: requests over a connection; -1 means no limit" + DEFAULT,
            defaultValue = "1,100,-1")
    private List<Integer> keepAlive = List.of();

    @Option(
            names = "--delay",
            split = ",",
            description = "S7: ms until the service answers" + DEFAULT,
            defaultValue = "100,1000,9000")
    private List<Integer> delayMillis = List.of();

    @Option(
            names = "--requests",
            split = ",",
            description = "S4, S5, S7: GETs per second" + DEFAULT,
            defaultValue = "1000")
    private List<Integer> requests = List.of();

    @Option(names = "--calls", split = ",", description = "S6: calls per second" + DEFAULT, defaultValue = "100")
    private List<Integer> calls = List.of();

    @Option(
            names = "--capacity",
            paramLabel = "RESULTS.json",
            converter = Values.ExistingFile.class,
            description = "S5: 30, 50, 70 %% of its capacity")
    private @Nullable Path capacity;

    @Option(names = "--step", description = "memory, S3: connections per step" + DEFAULT, defaultValue = "500")
    private int step;

    @Option(
            names = "--warm-up",
            paramLabel = "CYCLES",
            converter = Values.AnyInt.class,
            description = "most cycles of warm-up of a server; default: 0, which means the usual number",
            defaultValue = "0")
    private int warmUp;

    Cores cores() {
        return bothCores ? Cores.SHARED : Cores.APART;
    }

    List<Scenario> scenarios(long seed, int cycles) {
        return ids.stream().flatMap(id -> settings(id, seed, cycles)).toList();
    }

    /** Returns the maximum number of warm-up cycles: the option {@code --warm-up} if given, or else {@code usual}. */
    private int most(int usual) {
        return warmUp > 0 ? warmUp : usual;
    }

    /** Returns the scenarios for this id, for example two for S1x with the option {@code --downloads=10,100}. */
    private Stream<Scenario> settings(String id, long seed, int usual) {
        int cycles = most(usual);
        return switch (id) {
            case "S1" -> Stream.of(new ClosedDownloads(cycles, usual));
            case "S1x" ->
                downloads.stream()
                        .flatMap(count -> chunkMillis.stream()
                                .map(millis -> new SteadyDownloads(
                                        count, rateKib * 1024, Duration.ofMillis(millis), half, cores(), cycles)));
            case "S2" -> waiters.stream().map(count -> new EventScenarios.NextEvents(count, cycles));
            case "S2x" ->
                subscribers.stream()
                        .map(count -> new EventScenarios.Broadcasts(count, events, together, cores(), cycles));
            case "S3" -> Stream.of(new HeldConnections(HeldState.SUBSCRIBED, step));
            case "S4" -> gets(seed).flatMap(gets -> keepAlive.stream().map(most -> new ReusedConnections(most, gets)));
            case "S5" -> gets(seed).map(Scenario.class::cast);
            case "S6" -> calls.stream().map(rate -> new OpenCalls(rate, GET_SECONDS, most(CALL_CYCLES), seed));
            case "S7" ->
                requests.stream()
                        .flatMap(rate -> delayMillis.stream()
                                .map(millis ->
                                        new SlowCalls(rate, Duration.ofMillis(millis), GET_SECONDS, most(GET_CYCLES))));
            case "S8" -> Stream.of(new Overload(most(GET_CYCLES), seed));
            case "S9" -> Stream.of(new ColdStart());
            case "S9s" -> waiters.stream().map(count -> new EventScenarios.Sleepers(count, cycles));
            case "capacity" -> Stream.of(new PlainGets.Capacity(most(GET_CYCLES)));
            case "memory" ->
                Stream.of(HeldState.IDLE, HeldState.DOWNLOADING).map(state -> new HeldConnections(state, step));
            default -> throw new BadUsageException("there is no scenario " + id);
        };
    }

    private Stream<PlainGets> gets(long seed) {
        return requests.stream().map(rate -> new PlainGets(rate, GET_SECONDS, most(GET_CYCLES), seed));
    }

    /** Throws if the server {@code contender} lacks a feature that a chosen scenario needs. */
    void require(Contender contender) {
        if (contender.isJetty() && (ids.contains("S4") || ids.contains("S7"))) {
            throw new BadUsageException(contender + " cannot serve S4 and S7: no keep-alive limit, and no /chain");
        }
    }

    /** Checks the options and reads the file given by {@code --capacity}. Call this before {@link #scenarios}. */
    void resolve(boolean contendersNamed) throws IOException {
        for (List<String> apart : APART) {
            if (!contendersNamed && ids.stream().anyMatch(apart::contains) && !apart.containsAll(ids)) {
                throw new BadUsageException(String.join(", ", apart)
                        + " have contenders of their own: run them alone, or choose contenders with --contenders");
            }
        }
        // Each second, and so the whole window, must contain a whole number of publications.
        if (together < 1 || events < 1 || events % together != 0) {
            throw new BadUsageException("--events must be a multiple of --together");
        }
        if (bothCores && !ON_BOTH_CORES.containsAll(ids)) {
            throw new BadUsageException("--both-cores is only for " + String.join(" and ", ON_BOTH_CORES));
        }
        if (capacity != null) {
            requests = PlainGets.Capacity.shares(Results.read(capacity));
            capacity = null; // the command in the plan then states the rates and not the file
        }
    }
}
