package dev.weir.perf.scenario;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
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

/** What scenarios do alike with events. */
final class EventLoads {
    static final String THREADS =
            "Events: where each who listens holds one of Tomcat's %d threads (blocking), only as many listen as leave some threads to who publishes: its costs are for the same unit, its times are of fewer. blocking-many has a thread for each. nchan has one worker, keeps one channel in memory, and pings nobody."
                    .formatted(ServerPlan.POOL);

    static final String BURSTS =
            "Events: one that comes to all at once takes the generator as long to read as the server to send, or"
                + " longer, and its lag shows it. So that lag is told and is no reason against a trial; times of"
                + " deliveries contain it, of every contender alike, and are upper bounds. Costs of the server do not"
                + " contain it.";

    static final Duration CYCLE = Duration.ofSeconds(3);
    private static final Duration TO_COME = Duration.ofSeconds(30);
    private static final Duration TO_HEAR = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(200);

    private EventLoads() {}

    /** How long so many clients take to come. */
    static Duration ramp(int clients) {
        return Duration.ofMillis(Math.max(500, clients));
    }

    /** Has so many clients come, and waits until the server has answered each. */
    static EventLoad open(Stage stage, EventLoad.Kind kind, int clients, int together) throws InterruptedException {
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
    static EventRecorder.EventRecording measure(
            Stage stage, EventLoad load, int cycles, Duration length, double perSecond, double unit)
            throws IOException, InterruptedException {
        stage.generator().execute(() -> load.publishAsHeard(true));
        Watch.warm(stage, cycles, () -> {
            double before = stage.ask(load::deliveries);
            stage.progress().await("warms up", System.nanoTime() + CYCLE.toNanos());
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
