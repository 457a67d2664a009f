package dev.weir.perf.scenario;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.HttpConnection;
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
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

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
                cycles,
                PlainGets.CYCLE.toSeconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Target target = stage.target(PlainGets.FILE, PlainGets.FILE_BYTES);
        Target large = stage.target(LARGE, LARGE_BYTES);
        Loads.warm(stage, target, USERS, cycles, PlainGets.CYCLE, PlainGets.PAUSE);
        double capacity = capacity(stage, target);
        Arrivals half = Arrivals.poisson(HALF * capacity, seed + stage.block());
        Histogram calm = calm(stage, target, half);
        stage.notes.value(Value.CAPACITY, capacity);
        stage.notes.histogram(Evidence.Tag.CALM_RESPONSE, calm);
        stage.notes.value(Value.MEMORY_BEFORE, stage.server.memory().processBytes());

        SlowReaders slow =
                SlowReaders.begin(stage.generator, stage.address(), large.path(), SLOW_READERS, Loads.PATIENCE);
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

    /** Clients that ask for a file and read no more of it than the first part. Used on the generator's event loop. */
    static final class SlowReaders {
        private final Map<String, Long> errors = new TreeMap<>();
        private final String path;
        private final List<SlowReader> all;

        private SlowReaders(String path, int count) {
            this.path = path;
            all = Stream.generate(SlowReader::new).limit(count).toList();
        }

        /** Connects the readers. Blocks until each has a response head or has ended, or {@code patience} is over. */
        static SlowReaders begin(
                Generator generator, InetSocketAddress address, String path, int count, Duration patience)
                throws InterruptedException {
            SlowReaders readers = new SlowReaders(path, count);
            generator.execute(
                    () -> readers.all.forEach(one -> generator.connect(address, generator.freshAddress(), one)));
            var _ = Waiting.holds(
                    patience, () -> generator.ask(() -> readers.all.stream().allMatch(one -> one.begun || one.over)));
            return readers;
        }

        /** Closes the connections. Returns how many readers had each error: an early end, or no answer. */
        Map<String, Long> leave() {
            all.forEach(one -> one.end(one.begun ? null : "no answer"));
            return errors;
        }

        private final class SlowReader extends HttpConnection {
            private boolean begun;
            private boolean over;

            @Override
            protected void opened() {
                request("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            }

            @Override
            protected void head(HttpResponse head) {
                if (head.status().code() == 200) {
                    stopReading();
                    begun = true;
                }
            }

            /** Called only for an error response. After status 200, the client stops reading before the body ends. */
            @Override
            protected void answered(HttpResponse head) {
                end(head.status().toString());
            }

            @Override
            protected void ended(@Nullable String reason) {
                over = true;
                if (reason != null) {
                    errors.merge("a slow reader ended: " + reason, 1L, Long::sum);
                }
            }
        }
    }
}
