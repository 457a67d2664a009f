package dev.weir.perf.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A closed loop, as in the article: each user starts the next download when the last one is over.
 *
 * <p>Every download comes from a fresh address, which the server treats as a new client, because the article limits
 * each request. The users start spread over the ramp. Users that start together would keep writing at the same
 * instants.
 */
public final class ClosedLoop {
    private final Generator generator;
    private final Target target;
    private final Recorder recorder;
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    private int active;
    private boolean stopped;
    private boolean brokenOff;

    private ClosedLoop(Generator generator, Target target, Recorder recorder) {
        this.generator = generator;
        this.target = target;
        this.recorder = recorder;
    }

    /** Starts the users, evenly spread over the ramp. Called on the generator's loop. */
    public static ClosedLoop start(Generator generator, Target target, Recorder recorder, int users, Duration ramp) {
        ClosedLoop closedLoop = new ClosedLoop(generator, target, recorder);
        generator.spread(users, ramp, _ -> closedLoop.next());
        return closedLoop;
    }

    /** Starts no further download, and completes when the last one is over. Called on the generator's loop. */
    public CompletableFuture<Void> stop() {
        stopped = true;
        completeWhenIdle();
        return idle;
    }

    /** Closes every connection of the generator, and ignores later errors. Called on the generator's loop. */
    public void breakOff() {
        stopped = true;
        brokenOff = true;
        generator.closeConnections();
    }

    private void next() {
        if (!stopped) {
            active++;
            var _ = generator.download(target, generator.freshAddress(), new User());
        }
    }

    private void completeWhenIdle() {
        if (stopped && active == 0) {
            idle.complete(null);
        }
    }

    private final class User implements SingleRequest.FileListener {
        private boolean over;

        @Override
        public void finished(Recorder.Timing timing) {
            over = true;
            active--;
            recorder.finished(timing);
            completeWhenIdle();
            next();
        }

        @Override
        public void failed(String reason) {
            if (!brokenOff) {
                recorder.failed(reason);
            }
            if (!over) {
                over = true;
                active--;
                completeWhenIdle();
                generator.after(Duration.ofMillis(100), ClosedLoop.this::next);
            }
        }
    }

    /** Counts the downloads that end in a window, and errors at any time. Confined to the generator's loop. */
    public static final class Recorder {
        private final Window window;
        private final Histogram responseMicros = new Histogram(3);
        private final Histogram waitMicros = new Histogram(3);
        private final Map<String, Long> errors = new TreeMap<>();
        private long finished;

        public Recorder(Window window) {
            this.window = window;
        }

        void finished(Timing timing) {
            finished++;
            if (window.contains(timing.lastByteNanos())) {
                responseMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.responseNanos()));
                waitMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.waitNanos()));
            }
        }

        void failed(String reason) {
            errors.merge(reason, 1L, Long::sum);
        }

        public long finished() {
            return finished;
        }

        public Recording recording() {
            return new Recording(responseMicros.copy(), waitMicros.copy(), Map.copyOf(errors));
        }

        /** The counts of a {@link Recorder} at one instant. */
        public record Recording(Histogram responseMicros, Histogram waitMicros, Map<String, Long> errors) {
            public long downloads() {
                return responseMicros.getTotalCount();
            }
        }

        /** The instants of one download. It starts before its connection, so time in the accept queue counts. */
        public record Timing(long startNanos, long firstByteNanos, long lastByteNanos) {
            public long responseNanos() {
                return lastByteNanos - startNanos;
            }

            public long waitNanos() {
                return firstByteNanos - startNanos;
            }
        }
    }
}
