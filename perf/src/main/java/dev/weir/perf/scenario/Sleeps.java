package dev.weir.perf.scenario;

import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Value;
import dev.weir.perf.stock.SleepingServer;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** S2 of the article's first servlet, which sleeps as long as it would wait for an event, and knows none. */
final class Sleeps {
    static final String CHOICE =
            "S2: sleeping is the blocking servlet that the article describes: it sleeps 0 to 2 s, uniformly, in one of %d threads, and knows no events. So its answers are counted and nothing is said of their times: as many clients as there are waiters ask again at once, in a window of the same length. Its ceiling is what its threads allow, one answer a second each in the mean; a client waits for N/%d of these."
                    .formatted(EventLoads.POOL, EventLoads.POOL);

    /** Until every thread sleeps, and all sleep to different instants. */
    private static final Duration TO_SETTLE = Duration.ofSeconds(5);

    private static final double SLEEPS_A_SECOND = 1;

    private Sleeps() {}

    static void run(Stage stage, int clients, int cycles, Duration length) throws IOException, InterruptedException {
        Target target = new Target(
                stage.address(),
                "/events/next",
                Target.ExpectedBody.of(SleepingServer.ANSWER.getBytes(StandardCharsets.US_ASCII)));
        Watch.warm(
                stage,
                new Watch.Warmth(cycles),
                () -> Loads.warm(stage, target, EventLoads.POOL, EventLoads.CYCLE, Duration.ZERO));
        Window window = Window.after(TO_SETTLE, length);
        RequestRecorder recorder = new RequestRecorder(window);
        Window.SchedulingLag lag = stage.generator().ask(() -> Window.SchedulingLag.probe(stage.generator(), window));
        RequestLoad.ClosedRequests load = Loads.closed(stage, target, recorder, clients);
        Watch.follow(stage, "sleeps", window, () -> (double) recorder.answers());
        RequestRecorder.RequestRecording found = stage.generator().ask(recorder::recording);
        stage.generator().execute(load::close); // who waits for a thread would be answered long after the window
        stage.notes().errors(found.errors());
        stage.notes().histogram(Evidence.Tag.LAG, stage.generator().ask(lag::micros));
        stage.notes().value(Value.ACHIEVED_RATE, found.answeredPerSecond());
        stage.notes().value(Value.CEILING, EventLoads.POOL * SLEEPS_A_SECOND);
    }
}
