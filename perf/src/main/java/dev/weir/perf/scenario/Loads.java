package dev.weir.perf.scenario;

import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Requests;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.trial.Stage;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What scenarios do alike with loads of requests. */
final class Loads {
    private static final int PATIENCE_SECONDS = 20;

    private Loads() {}

    /** Starts one that asks as fast as it is answered. */
    static RequestLoad.ClosedRequests closed(Stage stage, Requests requests, RequestRecorder recorder, int connections)
            throws InterruptedException {
        return stage.generator()
                .ask(() -> RequestLoad.ClosedRequests.start(
                        stage.generator(), requests, recorder, connections, stage.generator()::freshAddress));
    }

    /** A cycle of warm-up by such a load, with a pause after it; how many were answered. */
    static double warm(Stage stage, Target target, int connections, Duration length, Duration pause)
            throws InterruptedException {
        Window window = Window.after(Duration.ZERO, length);
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad.ClosedRequests load = closed(stage, target, recorder, connections);
        stage.progress().await("warms up", window.toNanos() + pause.toNanos());
        return over(stage, load, recorder).answered();
    }

    /** Waits for its end, notes its errors and closes its connections. */
    static RequestRecorder.RequestRecording over(Stage stage, RequestLoad load, RequestRecorder recorder)
            throws InterruptedException {
        awaitOver(load);
        RequestRecorder.RequestRecording found = stage.generator().ask(recorder::recording);
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
