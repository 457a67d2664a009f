package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.OpenLoop;
import dev.weir.perf.load.RequestRecorder;
import dev.weir.perf.load.SteadyLoad;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Series;
import dev.weir.perf.result.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Memory;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Memory: what one connection more costs, as a slope over many counts in one process.
 *
 * @param waiting whether each connection has a download that waits for its first grant, or is idle after an answer
 * @param step connections more at each count
 */
public record HeldConnections(boolean waiting, int step) implements Scenario {
    private static final String FILE = "large.bin";
    private static final int FILE_BYTES = 64 << 20;
    private static final int COUNTS = 8;
    private static final int OPENED_A_SECOND = 1_000;
    private static final int POOL = 200;
    private static final Duration TO_SETTLE = Duration.ofSeconds(2);
    private static final Duration EACH = Duration.ofSeconds(5);
    private static final String OWN = "dev.weir.";

    @Override
    public String id() {
        return "memory";
    }

    @Override
    public String setting() {
        return waiting ? "waiting downloads" : "idle connections";
    }

    @Override
    public String question() {
        return "What does one connection more hold, idle after an answer, and with a download that waits?";
    }

    @Override
    public String unit() {
        return "connection";
    }

    @Override
    public List<String> choices() {
        return List.of(
                "Memory: %d counts, %,d connections more at each, in one server process; after each three collections at least. Bytes a connection are the slope. A download waits for its first grant, which is an hour away; an idle connection has been answered once."
                        .formatted(COUNTS, step),
                "Memory: the JVM counts its native memory in these trials only, since that costs it something. The kernel's memory holds both ends of a connection.");
    }

    @Override
    public ServerPlan server(Contender contender) {
        // Slow enough for the first grant to be far away; idle connections are answered without a limit.
        return new ServerPlan(waiting ? 1 : 0, 0, Duration.ofMillis(100), POOL, step * COUNTS, Cores.APART, true);
    }

    @Override
    public Duration planned(Contender contender) {
        Duration open = Duration.ofSeconds((long) step * COUNTS / OPENED_A_SECOND);
        return TO_SETTLE.plus(EACH).multipliedBy(COUNTS).plus(open);
    }

    @Override
    public void run(Stage stage, Contender contender) throws IOException, InterruptedException {
        double ownBytes = 0;
        for (int count : IntStream.rangeClosed(1, COUNTS).map(i -> i * step).toArray()) {
            hold(stage, count);
            assertHeld(stage, count);
            note(stage.notes(), count, stage.server().memory());
            double own = ownBytes(stage);
            if (count == step) {
                ownBytes = own;
            } else {
                stage.notes().value(Value.OWN_HEAP_BYTES, (own - ownBytes) / (count - step));
            }
        }
        stage.generator().execute(stage.generator()::closeConnections);
    }

    /** Opens a step's connections and waits until they are what they are to be. */
    private void hold(Stage stage, int count) throws IOException, InterruptedException {
        String what = "%,d %s".formatted(count, setting());
        if (waiting) {
            SteadyLoad load =
                    new SteadyLoad(stage.generator(), stage.target(FILE, FILE_BYTES), Collections.nCopies(step, 1));
            Duration ramp = Duration.ofMillis(1_000L * step / OPENED_A_SECOND);
            stage.generator().execute(() -> load.start(ramp));
            stage.progress()
                    .await(what, System.nanoTime() + ramp.plus(TO_SETTLE).toNanos());
            stage.notes().errors(stage.generator().ask(load::errors));
            return;
        }
        Window window = Window.after(TO_SETTLE, Duration.ofMillis(1_000L * step / OPENED_A_SECOND));
        RequestRecorder recorder = new RequestRecorder(window);
        OpenLoop load = stage.generator()
                .ask(() -> OpenLoop.start(
                        stage.generator(),
                        stage.target(OpenGets.FILE, OpenGets.FILE_BYTES),
                        recorder,
                        step,
                        stage.generator()::freshAddress,
                        Arrivals.constant(OPENED_A_SECOND),
                        window.fromNanos()));
        stage.progress().await(what, window.toNanos());
        Loads.awaitOver(load);
        stage.notes().errors(stage.generator().ask(recorder::recording).errors());
    }

    /** A connection that was lost would make all that follow too cheap. */
    private static void assertHeld(Stage stage, int count) throws InterruptedException {
        int held = stage.generator().ask(stage.generator()::connections);
        if (held != count) {
            throw new IllegalStateException("%d connections are held instead of %d".formatted(held, count));
        }
    }

    private static void note(Notes notes, int count, Memory memory) {
        notes.add(Series.CONNECTIONS, count);
        add(notes, Series.RSS_BYTES, OptionalLong.of(memory.rssBytes()));
        add(notes, Series.KERNEL_BYTES, OptionalLong.of(memory.kernel().slabBytes()));
        add(notes, Series.TCP_BYTES, OptionalLong.of(memory.kernel().tcpBytes()));
        add(notes, Series.DIRECT_BYTES, memory.directBytes());
        add(notes, Series.LIVE_HEAP_BYTES, memory.liveHeapBytes());
        add(notes, Series.NATIVE_BYTES, memory.untrackedMallocBytes());
        add(notes, Series.STACK_BYTES, memory.stackBytes());
    }

    private static void add(Notes notes, Series to, OptionalLong bytes) {
        bytes.ifPresent(number -> notes.add(to, (double) number));
    }

    private static double ownBytes(Stage stage) throws IOException {
        return stage.server() instanceof ServerProcess jvm ? jvm.watch().liveBytesOf(OWN) : 0;
    }
}
