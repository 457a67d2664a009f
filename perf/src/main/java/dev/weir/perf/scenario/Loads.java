package dev.weir.perf.scenario;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Requests;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;

/** Phases of load that several scenarios share, such as the warm-up. */
final class Loads {
    static final Duration SETTLE = Duration.ofSeconds(1);

    /** Shares of the load at which CPU is measured. In this order, a steady drift of CPU times cancels out. */
    static final List<Double> SHARES = List.of(0.5, 1.0, 0.25, 0.75);

    static final Duration SHARE_WINDOW = Duration.ofSeconds(4);
    static final Duration EVENT_CYCLE = Duration.ofSeconds(3);
    static final double MOST_ANSWERED = 0.95;
    static final Duration PATIENCE = Duration.ofSeconds(20);

    static void warm(TrialStage stage, Target target, int connections, int cycles, Duration length, Duration pause)
            throws IOException, InterruptedException {
        Watch.warm(stage, cycles, () -> {
            Window window = Window.after(Duration.ZERO, length);
            RequestLoad load = of(stage, target, window).startClosed(connections);
            stage.progress.await("warming up", window.toNanos() + pause.toNanos());
            return over(stage, load).answered();
        });
    }

    static RequestLoad of(TrialStage stage, Requests requests, Window window) {
        return new RequestLoad(stage.generator, requests, window, stage.generator::freshAddress);
    }

    /**
     * Measures a load at the full rate of {@code arrivals}, and returns this load. Then measures the CPU time at
     * {@link #SHARES} of this rate. At each rate, first waits for {@code settle}, so that the number of waiting
     * requests can become steady.
     */
    static RequestLoad open(
            TrialStage stage,
            String what,
            Requests requests,
            int connections,
            Arrivals arrivals,
            Duration settle,
            int seconds)
            throws IOException, InterruptedException {
        Window window = Window.after(settle, Duration.ofSeconds(seconds));
        RequestLoad load = of(stage, requests, window).startOpen(connections, arrivals, System::nanoTime);
        Watch.follow(stage, what, window, () -> (double) load.answers());
        RequestRecorder.RequestRecording found = over(stage, load);
        Notes notes = stage.notes;
        notes.histogram(Evidence.Tag.RESPONSE, found.responseMicros());
        notes.histogram(Evidence.Tag.SERVICE, found.serviceMicros());
        notes.value(Value.PLANNED_RATE, found.plannedPerSecond());
        notes.value(Value.ACHIEVED_RATE, found.answeredPerSecond());
        for (double share : SHARES) {
            Window part = Window.after(settle, SHARE_WINDOW);
            RequestLoad again =
                    of(stage, requests, part).startOpen(connections, arrivals.times(share), System::nanoTime);
            Watch.rate(stage, what + " x " + share, part, () -> (double) again.answers());
            var _ = over(stage, again);
        }
        return load;
    }

    /** Measures an open-loop load above the server's capacity. Then closes all connections, even if requests wait. */
    static void tooMany(TrialStage stage, String what, RequestLoad load, Window window)
            throws IOException, InterruptedException {
        Future<RequestRecorder.RequestRecording> before = stage.generator.askAt(window.fromNanos(), load::recording);
        Future<RequestRecorder.RequestRecording> end = stage.generator.askAt(window.toNanos(), load::recording);
        Watch.follow(stage, what, window, () -> (double) load.answers());
        stage.generator.execute(load::close);
        RequestRecorder.RequestRecording found = Waiting.await("the last reading", end, PATIENCE);
        note(stage.notes, Waiting.await("the start", before, PATIENCE), found);
    }

    /** Records a window's results, from readings at its start and end. A refused request (503) is no error. */
    static void note(Notes notes, RequestRecorder.RequestRecording before, RequestRecorder.RequestRecording found) {
        notes.errors(found.otherErrors());
        if (found.answeredPerSecond() > MOST_ANSWERED * found.plannedPerSecond()) {
            notes.errors(Map.of("the server answered a load that was planned to be too much for it", 1L));
        }
        notes.value(Value.OFFERED_RATE, found.plannedPerSecond());
        notes.value(Value.ACHIEVED_RATE, found.answeredPerSecond());
        notes.value(Value.WAITING, found.unanswered() - found.refused());
        notes.value(Value.REFUSED, found.refused() - before.refused());
    }

    static RequestRecorder.RequestRecording over(TrialStage stage, RequestLoad load) throws InterruptedException {
        RequestRecorder.RequestRecording found = load.await(PATIENCE);
        stage.notes.errors(found.errors());
        stage.generator.execute(load::close);
        return found;
    }

    static Duration ramp(int clients) {
        return Duration.ofMillis(Math.max(500, clients));
    }

    static EventLoad listen(TrialStage stage, EventLoad.Kind kind, int clients, int together)
            throws InterruptedException {
        EventLoad load = new EventLoad(stage.generator, stage.address(), kind, together);
        stage.progress.say("%,d clients connect".formatted(clients));
        return load.listen(clients, ramp(clients), Duration.ofSeconds(30));
    }

    static EventRecorder.EventRecording publish(
            TrialStage stage, EventLoad load, int cycles, Duration length, double perSecond, double unit)
            throws IOException, InterruptedException {
        stage.generator.execute(() -> load.publishAsHeard(true));
        Watch.warm(stage, cycles, () -> {
            double before = stage.ask(load::deliveries);
            stage.progress.await("warming up", System.nanoTime() + EVENT_CYCLE.toNanos());
            return (stage.ask(load::deliveries) - before) / unit;
        });
        stage.generator.execute(() -> load.publishAsHeard(false));
        awaitQuiet(stage, load);

        Duration period = Duration.ofNanos((long) (1e9 / perSecond));
        Window window = Window.after(SETTLE.plus(period), length);
        stage.generator.execute(() -> load.publish(window, perSecond, 1));
        Watch.follow(stage, "events", window, () -> load.deliveries() / unit, load::deliveries);
        awaitQuiet(stage, load);
        EventRecorder.EventRecording found = stage.ask(load::recording);
        // In the time of four publications at the whole rate, each share of it has a whole number of publications.
        Duration partLength = SHARE_WINDOW.multipliedBy((long) Math.max(1, 1 / perSecond));
        for (double share : SHARES) {
            Window part = Window.after(SETTLE, partLength);
            stage.generator.execute(() -> load.publish(part, share * perSecond));
            Watch.rate(stage, "events x " + share, part, () -> load.deliveries() / unit);
            awaitQuiet(stage, load);
        }
        Notes notes = stage.notes;
        notes.errors(stage.ask(load::recording).errors());
        stage.generator.execute(load::breakOff);
        notes.histogram(Evidence.Tag.RESPONSE, found.latencyMicros());
        notes.histogram(Evidence.Tag.LAST, found.lastMicros());
        notes.value(Value.ACHIEVED_RATE, found.deliveredPerSecond());
        stage.note("weir.events.published", Value.PUBLISHED);
        stage.note("weir.events.encoded", Value.ENCODED);
        return found;
    }

    private static void awaitQuiet(TrialStage stage, EventLoad load) throws InterruptedException {
        stage.progress.say("last deliveries");
        Waiting.holds(Duration.ofSeconds(10), () -> stage.ask(load::isQuiet));
    }
}
