package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.StockTomcat;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The scenarios in which a server pushes events: clients poll for the next event, or subscribe to a stream. */
public final class EventScenarios {
    /** Scenario S2: clients long-poll for the next event, and an event is published every two seconds. */
    public record NextEvents(int waiters, int cycles) implements Scenario {
        private static final Duration PERIOD = Duration.ofSeconds(2);
        private static final Duration WINDOW = PERIOD.multipliedBy(10);
        private static final Duration TO_FALL_ASLEEP = Duration.ofSeconds(5); // then wake-ups are evenly spread

        @Override
        public Description description() {
            return Description.of(
                    "S2",
                    "%,d waiters".formatted(waiters),
                    "poll",
                    ServerPlan.unlimited(waiters + 1),
                    PERIOD.toSeconds(),
                    WINDOW.toSeconds(),
                    cycles,
                    Loads.EVENT_CYCLE.toSeconds(),
                    ServerPlan.POOL,
                    ServerPlan.POOL);
        }

        @Override
        public void run(TrialStage stage) throws IOException, InterruptedException {
            if (stage.contender == Contender.SLEEPING) {
                sleeps(stage);
                return;
            }
            int count = stage.contender.listeners(waiters, ServerPlan.POOL);
            EventLoad load = Loads.listen(stage, EventLoad.Kind.POLLS, count, 1);
            Loads.publish(stage, load, cycles, WINDOW, 1.0 / PERIOD.toSeconds(), 1);
            stage.notes.value(Value.CEILING, (double) count / PERIOD.toSeconds());
        }

        private void sleeps(TrialStage stage) throws IOException, InterruptedException {
            Target target = new Target(
                    stage.address(),
                    "/events/next",
                    Target.ExpectedBody.of(StockTomcat.SleepingServer.ANSWER.getBytes(StandardCharsets.US_ASCII)));
            Loads.warm(stage, target, ServerPlan.POOL, cycles, Loads.EVENT_CYCLE, Duration.ZERO);
            Window window = Window.after(TO_FALL_ASLEEP, WINDOW);
            RequestLoad load = Loads.of(stage, target, window).startClosed(waiters);
            Watch.follow(stage, "sleeping", window, () -> (double) load.answers());
            RequestRecorder.RequestRecording found = load.recording();
            // Not awaited, because the server would answer the clients that queue for a thread long after the window.
            stage.generator.execute(load::close);
            stage.notes.errors(found.errors());
            stage.notes.value(Value.ACHIEVED_RATE, found.answeredPerSecond());
            // Each thread sleeps for a second on average, so it answers one request a second.
            stage.notes.value(Value.CEILING, ServerPlan.POOL);
        }
    }

    /**
     * Scenario S2x: the server sends each event to all subscribers. Events are published in bursts of {@code together}
     * events.
     */
    public record Broadcasts(int subscribers, int perSecond, int together, int cycles) implements Scenario {
        private static final Duration WINDOW = Duration.ofSeconds(10);

        @Override
        public Description description() {
            String atOnce = together > 1 ? ", " + together + " together" : "";
            return Description.of(
                    "S2x",
                    "%,d subscribers, %d events/s%s".formatted(subscribers, perSecond, atOnce),
                    "million deliveries",
                    ServerPlan.unlimited(subscribers + 1),
                    WINDOW.toSeconds(),
                    cycles,
                    Loads.EVENT_CYCLE.toSeconds(),
                    ServerPlan.POOL);
        }

        @Override
        public void run(TrialStage stage) throws IOException, InterruptedException {
            int count = stage.contender.listeners(subscribers, ServerPlan.POOL);
            EventLoad load = Loads.listen(stage, EventLoad.Kind.STREAMS, count, together);
            EventRecorder.EventRecording found = Loads.publish(stage, load, cycles, WINDOW, perSecond, 1e6);
            stage.notes.value(Value.PLANNED_RATE, found.plannedPerSecond());
        }
    }
}
