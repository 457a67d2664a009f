package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.result.Value;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * S2, the article's test: so many wait for the next event, of which there is one each two seconds, and then for the next.
 *
 * @param cycles of warm-up, at most
 */
public record NextEvents(int waiters, int cycles) implements Scenario {
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Duration WINDOW = PERIOD.multipliedBy(10);
    private static final Duration OVERHEAD = Duration.ofSeconds(14);

    @Override
    public String id() {
        return "S2";
    }

    @Override
    public String setting() {
        return "%,d waiters".formatted(waiters);
    }

    @Override
    public String question() {
        return "All wait for the next event, one each two seconds: who is released, and how soon?";
    }

    @Override
    public String unit() {
        return "poll";
    }

    @Override
    public List<String> choices() {
        return List.of(
                "S2 is a closed loop: each waiter asks for the next event on a connection of its own, and at once again when it has an answer, always with the cursor of the last one. An event each %d s, published over HTTP at fixed instants, releases all: the ceiling is as many answers as waiters each %d s, and 95 %% of it are asked for (L04). Every waiter must get every event since it came, once, in order, byte for byte."
                        .formatted(PERIOD.toSeconds(), PERIOD.toSeconds()),
                "S2: a response is timed from the instant at which the event was meant to be published. The last"
                    + " delivery is the last waiter's answer: the release's spread, of which a second at most is asked"
                    + " for.",
                "S2: the window is %d s, after at most %d cycles of %d s in which the next event is published as soon as all have the last one."
                        .formatted(WINDOW.toSeconds(), cycles, EventLoads.CYCLE.toSeconds()),
                Sleeps.CHOICE,
                EventLoads.BURSTS,
                EventLoads.THREADS);
    }

    @Override
    public ServerPlan server(Contender contender) {
        return EventLoads.server(waiters);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(EventLoads.ramp(waiters))
                .plus(EventLoads.CYCLE.multipliedBy(cycles))
                .plus(WINDOW);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        if (contender == Contender.SLEEPING) {
            Sleeps.run(stage, waiters, cycles, WINDOW);
            return;
        }
        int count = contender.listeners(waiters, EventLoads.POOL);
        EventLoad load = EventLoads.open(stage, EventLoad.Kind.POLLS, count, 1);
        EventLoads.measure(stage, load, cycles, WINDOW, 1.0 / PERIOD.toSeconds(), 1);
        stage.notes().value(Value.CEILING, (double) count / PERIOD.toSeconds());
    }
}
