package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.result.Value;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * S2x: every event to so many subscribers of a stream.
 *
 * @param perSecond events
 * @param together of these, at once
 * @param cycles of warm-up, at most
 */
public record Broadcasts(int subscribers, int perSecond, int together, int cycles) implements Scenario {
    private static final double MILLION = 1e6;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration OVERHEAD = Duration.ofSeconds(14);

    @Override
    public Description description() {
        return new Description(
                "S2x",
                "%,d subscribers, %d events/s%s"
                        .formatted(subscribers, perSecond, together > 1 ? ", " + together + " together" : ""),
                "Every event to all subscribers of a stream: what does a delivery cost, and when does the last one have"
                        + " it?",
                "million deliveries",
                List.of(
                        "S2x: each subscriber has a connection from an address of its own. Events of 100 bytes are"
                                + " published over HTTP on one more connection, at fixed instants; such as are published"
                                + " together are requests one behind the other. Each says its number and the instant at"
                                + " which it was meant to be published, on the receiver's own clock, and counts by that"
                                + " instant. Every subscriber must get every event since it came, once, in order, byte for"
                                + " byte.",
                        "S2x: a response is one delivery, timed from that instant. The last delivery is that to"
                                + " whoever gets the event last.",
                        Loads.BURSTS,
                        "S2x: the window is %d s, after at most %d cycles of %d s in which the next events are published as soon as all have the last ones, without a pause: until neither of the last two was over 3 %% cheaper than the cheapest before, and the compilers use less than 2 %%."
                                .formatted(WINDOW.toSeconds(), cycles, Loads.EVENT_CYCLE.toSeconds()),
                        Loads.LISTENERS));
    }

    @Override
    public ServerPlan server(Contender contender) {
        return ServerPlan.unlimited(subscribers + 1);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(Loads.ramp(subscribers))
                .plus(Loads.EVENT_CYCLE.multipliedBy(cycles))
                .plus(WINDOW);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        int count = contender.listeners(subscribers, ServerPlan.POOL);
        EventLoad load = Loads.listen(stage, EventLoad.Kind.STREAMS, count, together);
        EventRecorder.EventRecording found = Loads.publish(stage, load, cycles, WINDOW, perSecond, MILLION);
        stage.notes().value(Value.PLANNED_RATE, found.plannedPerSecond());
    }
}
