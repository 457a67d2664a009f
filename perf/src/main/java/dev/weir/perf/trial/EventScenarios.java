package dev.weir.perf.trial;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.StockTomcat;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Raw.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** The scenarios in which a server pushes events: clients poll for the next event, or subscribe to a stream. */
public final class EventScenarios {
    /** Scenario S2, an article's test: clients poll for the next event, and one is published every two seconds. */
    public record NextEvents(int waiters, int cycles) implements Scenario {
        private static final Duration PERIOD = Duration.ofSeconds(2);
        private static final Duration WINDOW = PERIOD.multipliedBy(10);
        /** The time before the window, after which the pool's threads wake up at evenly spread instants. */
        private static final Duration TO_FALL_ASLEEP = Duration.ofSeconds(5);

        private static final String SLEEPING =
                "S2: sleeping is the article's blocking servlet. Each request sleeps for a uniform 0 to 2 s in one of %d threads, and there are no events. Only its answers are counted, not their times: as many clients as there are waiters send their next requests at once, in a window of the same length. At most, each thread gives one answer a second on average. A client among N waits for N/%d answers."
                        .formatted(ServerPlan.POOL, ServerPlan.POOL);

        @Override
        public Description description() {
            return new Description(
                    "S2",
                    "%,d waiters".formatted(waiters),
                    "All clients wait for the next event, one every two seconds: how many get it, and how soon?",
                    "poll",
                    ServerPlan.unlimited(waiters + 1),
                    List.of(
                            "S2 is a closed loop. Each waiter polls for the next event on its own connection, and polls again at once with the cursor of its last answer. An event is published over HTTP every %d s at fixed instants and answers all polls. At most, each waiter gets one answer every %d s, and 95 %% of this rate are required (rule L04). From its first poll on, every waiter must get every event once, in order, byte for byte."
                                    .formatted(PERIOD.toSeconds(), PERIOD.toSeconds()),
                            "S2: a response counts from the event's planned instant. The last delivery is the last"
                                    + " waiter's answer, which may take a second at most.",
                            "S2: the window is %d s, after at most %d cycles of %d s in which the next event is published as soon as all waiters have the last one."
                                    .formatted(WINDOW.toSeconds(), cycles, Loads.EVENT_CYCLE.toSeconds()),
                            SLEEPING,
                            Loads.BURSTS,
                            Loads.LISTENERS));
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

    /** Scenario S2x: the server sends every event to all subscribers of a stream. */
    public record Broadcasts(int subscribers, int perSecond, int together, int cycles) implements Scenario {
        private static final Duration WINDOW = Duration.ofSeconds(10);

        @Override
        public Description description() {
            return new Description(
                    "S2x",
                    "%,d subscribers, %d events/s%s"
                            .formatted(subscribers, perSecond, together > 1 ? ", " + together + " together" : ""),
                    "A broadcast of events to subscribers: what does a delivery cost, and when does the last one"
                            + " arrive?",
                    "million deliveries",
                    ServerPlan.unlimited(subscribers + 1),
                    List.of(
                            "S2x: each subscriber connects from its own address. One more connection publishes events"
                                    + " of 100 bytes at fixed instants. Events that are published together are pipelined"
                                    + " requests. Each event carries its number and its planned instant on the receiver's"
                                    + " clock. From its connection on, every subscriber must get every event once, in"
                                    + " order, byte for byte.",
                            "S2x: a response is one delivery and counts from the planned instant. The last delivery is"
                                    + " the one to the last subscriber.",
                            Loads.BURSTS,
                            "S2x: the window is %d s, after at most %d cycles of %d s in which the next events are published as soon as all subscribers have the last ones."
                                    .formatted(WINDOW.toSeconds(), cycles, Loads.EVENT_CYCLE.toSeconds()),
                            Loads.WARM,
                            Loads.LISTENERS));
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
