package dev.weir.perf;

import dev.weir.perf.scenario.Broadcasts;
import dev.weir.perf.scenario.HeldConnections;
import dev.weir.perf.scenario.HeldConnections.State;
import dev.weir.perf.scenario.NextEvents;
import dev.weir.perf.scenario.Scenario;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which loads of events a comparison runs. */
final class EventOptions {
    static final List<String> IDS = List.of("S2", "S2x", "S3");

    @Option(
            names = "--subscribers",
            split = ",",
            description = "of S2x; default: ${DEFAULT-VALUE}",
            defaultValue = "1000")
    private List<Integer> subscribers = List.of();

    @Option(names = "--events", description = "of S2x, a second; default: ${DEFAULT-VALUE}", defaultValue = "10")
    private int events;

    @Option(
            names = "--together",
            description = "of S2x: how many of these are published at once; default: ${DEFAULT-VALUE}",
            defaultValue = "1")
    private int together;

    @Option(names = "--waiters", split = ",", description = "of S2; default: ${DEFAULT-VALUE}", defaultValue = "2000")
    private List<Integer> waiters = List.of();

    Stream<Scenario> scenarios(String id, int step, int cycles) {
        return switch (id) {
            case "S2" -> waiters.stream().map(count -> new NextEvents(count, cycles));
            case "S2x" -> subscribers.stream().map(count -> new Broadcasts(count, events, together, cycles));
            default -> Stream.of(new HeldConnections(State.SUBSCRIBED, step));
        };
    }

    /** A window of whole seconds must hold whole periods. */
    void check() {
        if (together < 1 || events < 1 || events % together != 0) {
            throw new IllegalArgumentException("--events must be a multiple of --together");
        }
    }

    /** The options that make the same loads again. */
    String text(List<String> ids) {
        String text = "";
        if (ids.contains("S2")) {
            text += " --waiters " + ScenarioOptions.joined(waiters);
        }
        if (ids.contains("S2x")) {
            text += " --subscribers " + ScenarioOptions.joined(subscribers) + " --events " + events + " --together "
                    + together;
        }
        return text;
    }
}
