package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.StockTomcat;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Value;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    /** Until every thread sleeps, and all sleep to different instants. */
    private static final Duration TO_FALL_ASLEEP = Duration.ofSeconds(5);

    /** The article's first servlet, which sleeps as long as it would wait for an event. */
    private static final String SLEEPING =
            "S2: sleeping is the blocking servlet that the article describes: it sleeps 0 to 2 s, uniformly, in one of %d threads, and knows no events. So its answers are counted and nothing is said of their times: as many clients as there are waiters ask again at once, in a window of the same length. Its ceiling is what its threads allow, one answer a second each in the mean; a client waits for N/%d of these."
                    .formatted(ServerPlan.POOL, ServerPlan.POOL);

    @Override
    public Description description() {
        return new Description(
                "S2",
                "%,d waiters".formatted(waiters),
                "All wait for the next event, one each two seconds: who is released, and how soon?",
                "poll",
                List.of(
                        "S2 is a closed loop: each waiter asks for the next event on a connection of its own, and at once again when it has an answer, always with the cursor of the last one. An event each %d s, published over HTTP at fixed instants, releases all: the ceiling is as many answers as waiters each %d s, and 95 %% of it are asked for (L04). Every waiter must get every event since it came, once, in order, byte for byte."
                                .formatted(PERIOD.toSeconds(), PERIOD.toSeconds()),
                        "S2: a response is timed from the instant at which the event was meant to be published. The"
                                + " last delivery is the last waiter's answer: the release's spread, of which a second at"
                                + " most is asked for.",
                        "S2: the window is %d s, after at most %d cycles of %d s in which the next event is published as soon as all have the last one."
                                .formatted(WINDOW.toSeconds(), cycles, Loads.EVENT_CYCLE.toSeconds()),
                        SLEEPING,
                        Loads.BURSTS,
                        Loads.LISTENERS));
    }

    @Override
    public ServerPlan server(Contender contender) {
        return ServerPlan.unlimited(waiters + 1);
    }

    @Override
    public Duration planned(Contender contender) {
        return OVERHEAD.plus(Loads.ramp(waiters))
                .plus(Loads.EVENT_CYCLE.multipliedBy(cycles))
                .plus(WINDOW);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        if (contender == Contender.SLEEPING) {
            sleeps(stage);
            return;
        }
        int count = contender.listeners(waiters, ServerPlan.POOL);
        EventLoad load = Loads.listen(stage, EventLoad.Kind.POLLS, count, 1);
        Loads.publish(stage, load, cycles, WINDOW, 1.0 / PERIOD.toSeconds(), 1);
        stage.notes().value(Value.CEILING, (double) count / PERIOD.toSeconds());
    }

    /** As many clients as there are waiters ask the servlet that knows no events, and again when they have an answer. */
    private void sleeps(Stage stage) throws IOException, InterruptedException {
        Target target = new Target(
                stage.address(),
                "/events/next",
                Target.ExpectedBody.of(StockTomcat.SleepingServer.ANSWER.getBytes(StandardCharsets.US_ASCII)));
        Loads.warm(stage, target, ServerPlan.POOL, cycles, Loads.EVENT_CYCLE, Duration.ZERO);
        Window window = Window.after(TO_FALL_ASLEEP, WINDOW);
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = Loads.closed(stage, target, recorder, waiters);
        Watch.follow(stage, "sleeps", window, () -> (double) recorder.answers());
        RequestRecorder.RequestRecording found = stage.ask(recorder::recording);
        stage.generator().execute(load::close); // who waits for a thread would be answered long after the window
        stage.notes().errors(found.errors());
        stage.notes().value(Value.ACHIEVED_RATE, found.answeredPerSecond());
        // In the mean a thread sleeps for a second.
        stage.notes().value(Value.CEILING, ServerPlan.POOL);
    }
}
