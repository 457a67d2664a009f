package dev.weir.perf.scenario;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.DownloadLoad;
import dev.weir.perf.load.RequestLoad;
import dev.weir.perf.load.Target;
import dev.weir.perf.load.Window;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.server.Cores;
import dev.weir.perf.server.Memory;
import dev.weir.perf.server.ServerProcess;
import dev.weir.perf.trial.Notes;
import dev.weir.perf.trial.Scenario;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;

/** Scenarios "memory" and S3: open {@code step} connections at a time, and measure the server's memory each time. */
public record HeldConnections(HeldState state, int step) implements Scenario {
    private static final String FILE = "large.bin";
    private static final int FILE_BYTES = 64 << 20;
    private static final int COUNTS = 8;
    /** The initial heap size. It is small, so that few heap pages are resident before the first connection opens. */
    private static final String SMALL_HEAP = "-Xms16m";

    private static final int OPENED_A_SECOND = 1_000;
    private static final Duration TO_SETTLE = Duration.ofSeconds(1);

    public enum HeldState {
        IDLE("idle connections"),
        DOWNLOADING("waiting downloads"),
        SUBSCRIBED("idle subscribers");

        private final String plural;

        HeldState(String plural) {
            this.plural = plural;
        }
    }

    @Override
    public Description description() {
        // At 1 B/s a download waits an hour for its first bytes. Idle connections have no limit.
        int rateBytes = state == HeldState.DOWNLOADING ? 1 : 0;
        Duration chunkTime = Duration.ofMillis(100);
        return Description.of(
                state == HeldState.SUBSCRIBED ? "S3" : "memory",
                state.plural,
                "connection",
                new ServerPlan(rateBytes, 0, chunkTime, ServerPlan.POOL, step * COUNTS, Cores.APART).with(SMALL_HEAP),
                COUNTS,
                step);
    }

    @Override
    public void run(TrialStage stage) throws IOException, InterruptedException {
        stage.server.pin();
        double ownBytes = 0;
        int more = state == HeldState.SUBSCRIBED
                ? stage.contender.listeners(step * COUNTS, ServerPlan.POOL) / COUNTS
                : step;
        for (int count : IntStream.rangeClosed(1, COUNTS).map(i -> i * more).toArray()) {
            hold(stage, more, "%,d %s".formatted(count, state.plural));
            assertHeld(stage, count);
            note(stage.notes, count, stage.server.memory());
            double own = stage.server instanceof ServerProcess jvm ? jvm.watch().liveBytesOf("dev.weir.") : 0;
            if (count == more) {
                ownBytes = own;
            } else {
                stage.notes.value(Value.OWN_HEAP_BYTES, (own - ownBytes) / (count - more));
            }
        }
        stage.generator.execute(stage.generator::closeConnections);
    }

    private void hold(TrialStage stage, int more, String what) throws IOException, InterruptedException {
        Duration ramp = Duration.ofMillis(1_000L * more / OPENED_A_SECOND);
        switch (state) {
            case IDLE -> idle(stage, more, ramp, what);
            case DOWNLOADING -> {
                DownloadLoad load = DownloadLoad.endless(stage.generator, stage.target(FILE, FILE_BYTES), more)
                        .start(ramp);
                settle(stage, ramp, what);
                stage.notes.errors(stage.ask(load::errors));
            }
            case SUBSCRIBED -> {
                EventLoad load = Loads.listen(stage, EventLoad.Kind.STREAMS, more, 1);
                settle(stage, Duration.ZERO, what);
                stage.notes.errors(stage.ask(load::recording).errors());
            }
        }
    }

    private static void settle(TrialStage stage, Duration ramp, String what) throws InterruptedException {
        stage.progress.await(what, System.nanoTime() + ramp.plus(TO_SETTLE).toNanos());
    }

    private static void idle(TrialStage stage, int more, Duration ramp, String what)
            throws IOException, InterruptedException {
        Window window = Window.after(TO_SETTLE, ramp);
        Target target = stage.target(PlainGets.FILE, PlainGets.FILE_BYTES);
        RequestLoad load =
                Loads.of(stage, target, window).startOpen(more, Arrivals.constant(OPENED_A_SECOND), window::fromNanos);
        stage.progress.await(what, window.toNanos());
        stage.notes.errors(load.await(Loads.PATIENCE).errors());
    }

    private static void assertHeld(TrialStage stage, int count) throws InterruptedException {
        int held = stage.ask(stage.generator::connections);
        if (held != count) {
            throw new IllegalStateException("%d connections are open instead of %d".formatted(held, count));
        }
    }

    private static void note(Notes notes, int count, Memory memory) {
        notes.add(Raw.Series.CONNECTIONS, count);
        notes.add(Raw.Series.KERNEL_BYTES, memory.kernelBytes());
        memory.liveHeapBytes().ifPresent(bytes -> notes.add(Raw.Series.LIVE_HEAP_BYTES, bytes));
        notes.add(Raw.Series.NATIVE_BYTES, memory.nativeBytes());
        notes.add(Raw.Series.PROCESS_BYTES, memory.processBytes());
    }
}
