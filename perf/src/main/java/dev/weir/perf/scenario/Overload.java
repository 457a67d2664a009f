package dev.weir.perf.scenario;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.HttpConnection;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.Requests;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Scenario S8: more GETs than the server can answer, beside clients that ask for a file and do not read it. Then all
 * disconnect at once, and a load of half of the capacity shows when the server is as fast as before.
 */
public record Overload(int cycles, long seed) implements Scenario {
    private static final int USERS = 64;
    private static final int CROWD = 1_000;
    private static final int SLOW_READERS = 100; // half of the threads of blocking
    private static final String LARGE = "large.bin";
    private static final int LARGE_BYTES = 64 << 20; // more than the sockets' buffers hold
    private static final double TOO_MUCH = 1.5;
    private static final double HALF = 0.5;
    private static final Duration CYCLE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration SHORT_WINDOW = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofSeconds(10);

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
                WINDOW.toSeconds(),
                Recovery.SLOT.toMillis(),
                Recovery.GOOD_SLOTS,
                cycles,
                CYCLE.toSeconds());
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        Target target = stage.target(PlainGets.FILE, PlainGets.FILE_BYTES);
        Target large = stage.target(LARGE, LARGE_BYTES);
        Loads.warm(stage, target, USERS, cycles, CYCLE, PAUSE);
        double capacity = capacity(stage, target);
        Arrivals half = Arrivals.poisson(HALF * capacity, seed + stage.block());
        Histogram calm = open(stage, "half of the capacity", target, half, Window.after(Loads.SETTLE, SHORT_WINDOW))
                .responseMicros();
        stage.notes.value(Value.CAPACITY, capacity);
        stage.notes.histogram(Evidence.Tag.UNLOADED_RESPONSE, calm);
        stage.notes.value(Value.MEMORY_BEFORE, stage.server.memory().processBytes());

        List<SlowReader> slow = Stream.generate(() -> new SlowReader(large.path()))
                .limit(SLOW_READERS)
                .toList();
        stage.generator.execute(() -> slow.forEach(
                reader -> stage.generator.connect(stage.address(), stage.generator.freshAddress(), reader)));
        Window window = Window.after(Loads.SETTLE, WINDOW);
        RequestLoad crowd = Loads.tooMany(stage, "overload", target, CROWD, half.times(TOO_MUCH / HALF), window);
        long idle =
                stage.ask(() -> slow.stream().filter(reader -> !reader.begun).count());
        if (idle > 0) {
            stage.notes.errors(Map.of("a slow reader got nothing", idle));
        }
        stage.generator.execute(() -> {
            crowd.close();
            stage.generator.closeConnections();
        });

        Window after = Window.after(Duration.ZERO, WINDOW);
        Recovery recovery = new Recovery(after, calm.getValueAtPercentile(99));
        open(stage, "recovery", target.first(Long.MAX_VALUE, recovery), half, after);
        stage.notes.value(Value.RECOVERY_SECONDS, stage.ask(recovery::seconds));
        stage.notes.value(Value.MEMORY_AFTER, stage.server.memory().processBytes());
        stage.note("weir.downloads.active", Value.LEFT_OVER);
    }

    private static double capacity(TrialStage stage, Target target) throws InterruptedException {
        Window window = Window.after(Loads.SETTLE, SHORT_WINDOW);
        RequestLoad load = Loads.of(stage, target, window).startClosed(USERS);
        await(stage, "capacity", window);
        return Loads.over(stage, load).answeredPerSecond();
    }

    private static RequestRecorder.RequestRecording open(
            TrialStage stage, String what, Requests requests, Arrivals arrivals, Window window)
            throws InterruptedException {
        RequestLoad load = Loads.of(stage, requests, window).startOpen(USERS, arrivals, System::nanoTime);
        await(stage, what, window);
        return Loads.over(stage, load);
    }

    private static void await(TrialStage stage, String what, Window window) throws InterruptedException {
        stage.generator.poll(true);
        stage.progress.await(what, window.toNanos());
        stage.generator.poll(false);
    }

    /** A client that asks for a file and reads no more of it than the first part. */
    private static final class SlowReader extends HttpConnection {
        private final String path;
        private boolean begun;

        SlowReader(String path) {
            this.path = path;
        }

        @Override
        protected void opened() {
            request("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        @Override
        protected void head(HttpResponse head) {
            stopReading();
            begun = true;
        }

        @Override
        protected void answered(HttpResponse head) {}

        @Override
        protected void ended(@Nullable String reason) {}
    }
}
