package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.ClosedRequests;
import dev.weir.perf.load.EventLoad;
import dev.weir.perf.load.ExpectedBody;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.RequestRecording;
import dev.weir.perf.load.SchedulingLag;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Tag;
import dev.weir.perf.result.Value;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Warmth;
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
    /** Until those who came together are served in turns, and for the last ones to be answered. */
    private static final Duration TO_QUEUE = Duration.ofSeconds(12);

    private static final byte[] SLEPT = "Request processed".getBytes(StandardCharsets.US_ASCII);

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
                "S2: a response is timed from the instant at which the event was meant to be published. The last delivery is the last waiter's answer: the release's spread, of which a second at most is asked for.",
                "S2: the window is %d s, after at most %d cycles of %d s in which the next event is published as soon as all have the last one."
                        .formatted(WINDOW.toSeconds(), cycles, EventLoads.CYCLE.toSeconds()),
                "S2: sleeping is the article's blocking servlet as it was: it waits for no event but sleeps 0 to %d s, uniformly, in one of %d threads. It cannot be given events to check, so its answers alone are counted, to as many clients in a closed loop of the same length, after a warm-up with as many as it has threads. N clients of T threads wait N/T x %d s."
                        .formatted(
                                PERIOD.toSeconds(),
                                EventLoads.POOL,
                                PERIOD.dividedBy(2).toSeconds()),
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
                .plus(contender == Contender.SLEEPING ? TO_QUEUE.multipliedBy(2) : Duration.ZERO)
                .plus(WINDOW);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        stage.notes().value(Value.CEILING, (double) contender.listeners(waiters, EventLoads.POOL) / PERIOD.toSeconds());
        if (contender == Contender.SLEEPING) {
            sleeping(stage);
        } else {
            waiting(stage, contender.listeners(waiters, EventLoads.POOL));
        }
    }

    private void waiting(Stage stage, int count) throws IOException, InterruptedException {
        EventLoad load = EventLoads.open(stage, EventLoad.Kind.POLLS, count, 1);
        EventLoads.measure(stage, load, cycles, WINDOW, 1.0 / PERIOD.toSeconds(), 1);
    }

    private void sleeping(Stage stage) throws IOException, InterruptedException {
        Target target = new Target(stage.address(), "/events/next", ExpectedBody.of(SLEPT));
        Watch.warm(
                stage,
                new Warmth(cycles),
                () -> Loads.warm(stage, target, EventLoads.POOL, EventLoads.CYCLE, Duration.ZERO));
        Window window = Window.after(TO_QUEUE, WINDOW);
        RequestRecorder recorder = new RequestRecorder(window);
        SchedulingLag lag = stage.generator().ask(() -> SchedulingLag.probe(stage.generator(), window));
        ClosedRequests load = Loads.closed(stage, target, recorder, waiters);
        Watch.follow(stage, "sleeps", window, () -> (double) recorder.answers());
        RequestRecording found = Loads.over(stage, load, recorder);
        Notes notes = stage.notes();
        notes.histogram(Tag.RESPONSE, found.responseMicros());
        notes.histogram(Tag.LAG, stage.generator().ask(lag::micros));
        notes.value(Value.ACHIEVED_RATE, found.answeredPerSecond());
        notes.value(Value.USERS, waiters);
        notes.value(Value.THREADS, EventLoads.POOL);
        notes.value(Value.DOWNLOAD_SECONDS, PERIOD.dividedBy(2).toSeconds());
    }
}
