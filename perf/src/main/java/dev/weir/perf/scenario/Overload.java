package dev.weir.perf.scenario;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Waiting;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import dev.weir.perf.trial.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Scenario S8: an overload of more GETs than the server can answer, and of clients that do not read their file. Before
 * and after the overload, the server gets half of the GETs that it can answer. Measures how soon the server recovers.
 */
public record Overload(int cycles, long seed) implements Scenario {
    private static final int USERS = 64;
    private static final int CROWD = 400; // twice the threads of blocking; the generator reads as many answers in 1 ms
    private static final int SLOW_READERS = 100; // half as many as the contender blocking has threads
    private static final String LARGE = "large.bin";
    private static final int LARGE_BYTES = 64 << 20; // more than the sockets' buffers hold
    private static final double TOO_MUCH = 1.5;
    private static final double HALF = 0.5;
    private static final Duration SHORT_WINDOW = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofSeconds(10);
    /** How long the load goes on after the measured window, so that the window's last requests can be answered. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

    private static final Duration TO_LEAVE = Duration.ofSeconds(1);
    /** The pause in which the generator closes the connections of the overload, before the next load begins. */
    private static final Duration TO_CLOSE = Duration.ofMillis(200);

    @Override
    public Description description() {
        return Description.of(
                "S8",
                "",
                "request",
                ServerPlan.unlimited(USERS + CROWD + SLOW_READERS),
                USERS,
                SHORT_WINDOW.toSeconds(),
                TOO_MUCH * 100,
                CROWD,
                WINDOW.toSeconds(),
                SLOW_READERS,
                LARGE_BYTES >> 20,
                TO_CLOSE.toMillis(),
                WINDOW.toSeconds(),
                LAST_ANSWERS.toSeconds(),
                Recovery.SLOT.toMillis(),
                Recovery.SLOWER,
                Recovery.FLOOR_MICROS,
                TO_LEAVE.toSeconds(),
                SHORT_WINDOW.toSeconds(),
                cycles,
                PlainGets.CYCLE.toSeconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Target target = stage.target(PlainGets.FILE, PlainGets.FILE_BYTES);
        Target large = stage.target(LARGE, LARGE_BYTES);
        rehearse(stage, target, large);
        stage.notes.value(Value.MEMORY_BEFORE, stage.server.memory().processBytes());
        rehearse(stage, target, large);
        Loads.warm(stage, target, USERS, cycles, PlainGets.CYCLE, PlainGets.PAUSE);
        double capacity = capacity(stage, target);
        Arrivals half = Arrivals.poisson(HALF * capacity, seed + stage.block());
        Histogram calm = calm(stage, target, half);
        stage.notes.value(Value.CAPACITY, capacity);
        stage.notes.histogram(Evidence.Tag.CALM_RESPONSE, calm);

        StalledClients slow =
                StalledClients.begin(stage.generator, stage.address(), large.path(), SLOW_READERS, Loads.PATIENCE);
        Window window = Window.after(Loads.SETTLE, WINDOW);
        RequestLoad crowd =
                Loads.of(stage, target, window).startOpen(CROWD, half.times(TOO_MUCH / HALF), System::nanoTime);
        Loads.tooMany(stage, "overload", crowd, window);
        stage.notes.errors(stage.ask(slow::leave));

        Window after = Window.after(TO_CLOSE, WINDOW);
        Recovery recovery = new Recovery(after, half, calm.getValueAtPercentile(50));
        Window longer = new Window(after.fromNanos(), after.toNanos() + LAST_ANSWERS.toNanos());
        RequestLoad again = Loads.of(stage, target.first(Long.MAX_VALUE, recovery), longer);
        stage.generator.at(after.fromNanos(), () -> again.openAt(after.fromNanos(), USERS, half));
        Watch.lag(stage, "recovery", longer);
        stage.notes.value(Value.RECOVERY_SECONDS, stage.ask(recovery::seconds));
        stage.generator.execute(again::close);
        stage.notes.errors(stage.ask(again::recording).otherErrors());
        noteLeftOver(stage);
        stage.notes.value(Value.MEMORY_AFTER, stage.server.memory().processBytes());
    }

    /**
     * Lets as many clients connect as in the overload, and disconnect before their answers end. Otherwise the JIT
     * compilers compile the path of a request as if no client ever disconnected. The first disconnect then invalidates
     * this code, and the JVM interprets each request until it has compiled the path again. On one core this takes
     * seconds.
     */
    private static void rehearse(TrialStage stage, Target target, Target large) throws InterruptedException {
        StalledClients slow =
                StalledClients.begin(stage.generator, stage.address(), large.path(), SLOW_READERS, Loads.PATIENCE);
        Window window = Window.after(Duration.ZERO, SHORT_WINDOW);
        RequestLoad crowd = Loads.of(stage, target, window).startClosed(CROWD);
        stage.progress.await("rehearsing", window.toNanos());
        stage.notes.errors(stage.ask(crowd::recording).otherErrors());
        stage.generator.execute(crowd::close);
        stage.notes.errors(stage.ask(slow::leave));
        Thread.sleep(TO_CLOSE);
    }

    /** Records the server's number of active downloads, again and again until it is 0 or {@link #TO_LEAVE} is over. */
    private static void noteLeftOver(TrialStage stage) throws InterruptedException {
        var _ = Waiting.holds(TO_LEAVE, () -> {
            OptionalDouble active = stage.metric("weir.downloads.active");
            active.ifPresent(count -> stage.notes.value(Value.LEFT_OVER, count));
            return active.isEmpty() || active.getAsDouble() == 0;
        });
    }

    private static double capacity(TrialStage stage, Target target) throws IOException, InterruptedException {
        Window window = Window.after(Loads.SETTLE, SHORT_WINDOW);
        RequestLoad load = Loads.of(stage, target, window).startClosed(USERS);
        Watch.fitness(stage, "capacity", window);
        return Loads.over(stage, load).answeredPerSecond();
    }

    private static Histogram calm(TrialStage stage, Target target, Arrivals half)
            throws IOException, InterruptedException {
        Window window = Window.after(Loads.SETTLE, SHORT_WINDOW);
        RequestLoad load = Loads.of(stage, target, window).startOpen(USERS, half, System::nanoTime);
        Watch.lag(stage, "half of the capacity", window);
        return Loads.over(stage, load).responseMicros();
    }
}
