package dev.weir.perf.scenario;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Requests;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Value;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What scenarios do alike with requests and with events. */
final class Loads {
    /** Before the window of an open load: its first requests must not be those that open the connections. */
    static final Duration SETTLE = Duration.ofSeconds(1);

    static final String LISTENERS =
            "Events: where each who listens holds one of Tomcat's %d threads (blocking), only as many listen as leave some threads to who publishes: its costs are for the same unit, its times are of fewer. blocking-many has a thread for each. nchan has one worker, keeps one channel in memory, and pings nobody."
                    .formatted(ServerPlan.POOL);

    static final String BURSTS =
            "Events: one that comes to all at once takes the generator as long to read as the server to send, or"
                    + " longer, and its lag shows it. So that lag is told and is no reason against a trial; times of"
                    + " deliveries contain it, of every contender alike, and are upper bounds. Costs of the server do not"
                    + " contain it.";

    static final Duration EVENT_CYCLE = Duration.ofSeconds(3);
    private static final Duration TO_COME = Duration.ofSeconds(30);
    private static final Duration TO_HEAR = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(200);
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
        return stage.ask(() -> new RequestLoad(stage.generator(), requests, recorder, stage.generator()::freshAddress)
                .startClosed(connections));
    }

    /** Measures an open load, and notes what it found. */
    static void open(Stage stage, String what, Requests requests, int connections, Arrivals arrivals, int seconds)
            throws IOException, InterruptedException {
        Window window = Window.after(SETTLE, Duration.ofSeconds(seconds));
        RequestRecorder recorder = new RequestRecorder(window);
        RequestLoad load =
                stage.ask(() -> new RequestLoad(stage.generator(), requests, recorder, stage.generator()::freshAddress)
                        .startOpen(connections, arrivals, System.nanoTime()));
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

    /** How long so many clients take to come. */
    static Duration ramp(int clients) {
        return Duration.ofMillis(Math.max(500, clients));
    }

    /** Has so many clients come, and waits until the server has answered each. */
    static EventLoad listen(Stage stage, EventLoad.Kind kind, int clients, int together) throws InterruptedException {
        EventLoad load = new EventLoad(stage.generator(), stage.address(), kind, together);
        stage.generator().execute(() -> load.start(clients, ramp(clients)));
        String what = "%,d clients come".formatted(clients);
        Duration patience = ramp(clients).plus(TO_COME);
        if (!await(stage, what, patience, () -> load.ready() == clients)) {
            int ready = stage.ask(load::ready);
            var errors = stage.ask(load::recording).errors();
            throw new IllegalStateException("%,d of %,d clients were answered; %s".formatted(ready, clients, errors));
        }
        return load;
    }

    /**
     * Warms the server by publishing whenever all have heard, then publishes by the plan, in the window that follows.
     *
     * @param unit of so many deliveries
     */
    static EventRecorder.EventRecording publish(
            Stage stage, EventLoad load, int cycles, Duration length, double perSecond, double unit)
            throws IOException, InterruptedException {
        stage.generator().execute(() -> load.publishAsHeard(true));
        Watch.warm(stage, cycles, () -> {
            double before = stage.ask(load::deliveries);
            stage.progress().await("warms up", System.nanoTime() + EVENT_CYCLE.toNanos());
            return (stage.ask(load::deliveries) - before) / unit;
        });
        stage.generator().execute(() -> load.publishAsHeard(false));
        await(stage, "is quiet", TO_HEAR, load::isQuiet);

        Window window = Window.after(Duration.ofSeconds(1), length);
        stage.generator().execute(() -> load.publish(window, perSecond));
        Watch.follow(stage, "events", window, () -> load.deliveries() / unit);
        await(stage, "the last come", TO_HEAR, load::isQuiet);
        EventRecorder.EventRecording found = stage.ask(load::recording);
        stage.generator().execute(load::breakOff);
        Notes notes = stage.notes();
        notes.histogram(Evidence.Tag.RESPONSE, found.latencyMicros());
        notes.histogram(Evidence.Tag.LAST, found.lastMicros());
        notes.errors(found.errors());
        notes.value(Value.ACHIEVED_RATE, found.deliveredPerSecond());
        stage.note("weir.events.published", Value.PUBLISHED);
        stage.note("weir.events.encoded", Value.ENCODED);
        return found;
    }

    /** Whether it came to be so in time. */
    private static boolean await(Stage stage, String what, Duration patience, Callable<Boolean> condition)
            throws InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        while (!stage.ask(condition)) {
            if (System.nanoTime() - endNanos > 0) {
                return false;
            }
            stage.progress().await(what, System.nanoTime() + LOOK.toNanos());
        }
        return true;
    }
}
