package dev.weir.perf.scenario;

import dev.weir.perf.contender.StockTomcat;
import dev.weir.perf.events.EventLoad;
import dev.weir.perf.events.EventRecorder;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The scenarios with long polls (S2), with event streams (S2x), and with servlets that sleep (S9s). */
public final class EventScenarios {
    /** Scenario S2: clients long-poll for the next event, and an event is published every two seconds. */
    public record NextEvents(int waiters, int cycles) implements Scenario {
        private static final Duration PERIOD = Duration.ofSeconds(2);
        private static final Duration WINDOW = PERIOD.multipliedBy(10);

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
                    Sleepers.toFallAsleep(waiters).toSeconds(),
                    ServerPlan.POOL);
        }

        @Override
        public void run(TrialStage stage) throws IOException, InterruptedException {
            if (stage.contender.sleeps()) {
                Sleepers.sleep(stage, waiters, cycles, WINDOW);
                return;
            }
            int count = stage.contender.listeners(waiters, ServerPlan.POOL);
            EventLoad load = Loads.listen(stage, EventLoad.Kind.POLLS, count, 1);
            EventRecorder.EventRecording found =
                    Loads.publish(stage, load, cycles, WINDOW, 1.0 / PERIOD.toSeconds(), 1);
            stage.notes.histogram(Evidence.Tag.SERVICE, found.pollMicros());
            stage.notes.value(Value.EMPTY_ANSWERS, found.emptyAnswers());
            stage.notes.value(Value.USERS, count);
            stage.notes.value(Value.CEILING, (double) count / PERIOD.toSeconds());
        }
    }

    /** Scenario S2x: each event goes to all subscribers. {@code together} is the number of events published at once. */
    public record Broadcasts(int subscribers, int perSecond, int together, Cores cores, int cycles)
            implements Scenario {
        private static final Duration WINDOW = Duration.ofSeconds(10);

        @Override
        public Description description() {
            String atOnce = together > 1 ? ", " + together + " together" : "";
            return Description.of(
                    "S2x",
                    "%,d subscribers, %d events/s%s%s".formatted(subscribers, perSecond, atOnce, cores.suffix()),
                    "million deliveries",
                    ServerPlan.unlimited(subscribers + 1, cores),
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

    /** Scenario S9s: a servlet sleeps for each request. The servers differ in the kind of thread that sleeps. */
    public record Sleepers(int users, int cycles) implements Scenario {
        private static final double MEAN_SLEEP_SECONDS = 1;
        private static final int SPARE_SECONDS = 3;
        private static final Duration WINDOW = Duration.ofSeconds(10);

        @Override
        public Description description() {
            return Description.of(
                    "S9s",
                    "%,d users".formatted(users),
                    "request",
                    ServerPlan.unlimited(users),
                    users,
                    ServerPlan.POOL,
                    WINDOW.toSeconds(),
                    toFallAsleep(users).toSeconds(),
                    cycles,
                    Loads.EVENT_CYCLE.toSeconds());
        }

        @Override
        public void run(TrialStage stage) throws IOException, InterruptedException {
            sleep(stage, users, cycles, WINDOW);
        }

        /** Returns the time until every user has a first answer, plus a reserve. All users begin at the same time. */
        static Duration toFallAsleep(int users) {
            return Duration.ofSeconds((long) Math.ceil(users * MEAN_SLEEP_SECONDS / ServerPlan.POOL) + SPARE_SECONDS);
        }

        static void sleep(TrialStage stage, int users, int cycles, Duration length)
                throws IOException, InterruptedException {
            Target target = new Target(
                    stage.address(),
                    "/events/next",
                    Target.ExpectedBody.of(StockTomcat.SleepingServer.ANSWER.getBytes(StandardCharsets.US_ASCII)));
            Loads.warm(stage, target, ServerPlan.POOL, cycles, Loads.EVENT_CYCLE, Duration.ZERO);
            Window window = Window.after(toFallAsleep(users), length);
            RequestLoad load = Loads.of(stage, target, window).startClosed(users);
            Watch.follow(stage, "sleeping", window, () -> (double) load.answers());
            RequestRecorder.RequestRecording found = stage.ask(load::recording);
            // Not awaited, because the server would answer the clients that queue for a thread long after the window.
            stage.generator.execute(load::close);
            stage.notes.errors(found.errors());
            stage.notes.histogram(Evidence.Tag.SERVICE, found.answeredMicros());
            stage.notes.value(Value.ACHIEVED_RATE, found.answeredPerSecond());
            stage.notes.value(Value.USERS, users);
            int asleep = stage.contender.holdsThread() ? Math.min(users, ServerPlan.POOL) : users;
            stage.notes.value(Value.CEILING, asleep / MEAN_SLEEP_SECONDS);
        }
    }
}
