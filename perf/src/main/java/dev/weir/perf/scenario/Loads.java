package dev.weir.perf.scenario;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Requests;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Value;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What scenarios do alike with loads of requests. */
final class Loads {
    /** Before the window of an open load: its first requests must not be those that open the connections. */
    static final Duration SETTLE = Duration.ofSeconds(1);

    private static final int PATIENCE_SECONDS = 20;

    private Loads() {}

    /** Warms the server by cycles of a load that asks as fast as it is answered, with a pause after each. */
    static void warm(Stage stage, Target target, int connections, int cycles, Duration length, Duration pause)
            throws IOException, InterruptedException {
        Watch.warm(stage, cycles, () -> {
            Window window = Window.after(Duration.ZERO, length);
            RequestRecorder recorder = new RequestRecorder(window);
            RequestLoad load = closed(stage, target, recorder, connections);
            stage.progress().await("warms up", window.toNanos() + pause.toNanos());
            return over(stage, load, recorder).answered();
        });
    }

    /** Starts one that asks as fast as it is answered. */
    static RequestLoad closed(Stage stage, Requests requests, RequestRecorder recorder, int connections)
            throws InterruptedException {
        return stage.ask(() -> RequestLoad.ClosedRequests.start(
                stage.generator(), requests, recorder, connections, stage.generator()::freshAddress));
    }

    /** Measures an open load, and notes what it found. */
    static void open(Stage stage, String what, Requests requests, int connections, Arrivals arrivals, int seconds)
            throws IOException, InterruptedException {
        Window window = Window.after(SETTLE, Duration.ofSeconds(seconds));
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load = stage.ask(() -> RequestLoad.OpenLoop.start(
                stage.generator(),
                requests,
                recorder,
                connections,
                stage.generator()::freshAddress,
                arrivals,
                System.nanoTime()));
        Watch.follow(stage, what, window, () -> (double) recorder.answers());
        RequestRecorder.RequestRecording found = over(stage, load, recorder);
        Notes notes = stage.notes();
        notes.histogram(Evidence.Tag.RESPONSE, found.responseMicros());
        notes.histogram(Evidence.Tag.SERVICE, found.serviceMicros());
        notes.value(Value.PLANNED_RATE, found.plannedPerSecond());
        notes.value(Value.ACHIEVED_RATE, found.answeredPerSecond());
    }

    /** Waits for its end, notes its errors and closes its connections. */
    static RequestRecorder.RequestRecording over(Stage stage, RequestLoad load, RequestRecorder recorder)
            throws InterruptedException {
        awaitOver(load);
        RequestRecorder.RequestRecording found = stage.ask(recorder::recording);
        stage.notes().errors(found.errors());
        stage.generator().execute(load::close);
        return found;
    }

    /** Until every request is answered or lost. */
    static void awaitOver(RequestLoad load) throws InterruptedException {
        try {
            load.over().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("requests still under way after " + PATIENCE_SECONDS + " s", e);
        }
    }
}
