package dev.weir.perf.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A number of users, each of whom starts the next download when the last one is over: a closed loop, as in the article.
 *
 * <p>Every download comes from a fresh address, hence is a client of its own to the server: the article's limit is one
 * per request too. Users start spread over the ramp; all starting at once would keep writing at the same instants.
 */
public final class ClosedLoop {
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

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

    /** On the generator's loop. */
    public static ClosedLoop start(Generator generator, Target target, Recorder recorder, int users, Duration ramp) {
        ClosedLoop closedLoop = new ClosedLoop(generator, target, recorder);
        generator.spread(users, ramp, _ -> closedLoop.next());
        return closedLoop;
    }

    /** No user starts again; completes when the last download under way is over. On the generator's loop. */
    public CompletableFuture<Void> stop() {
        stopped = true;
        completeWhenIdle();
        return idle;
    }

    /** Breaks off what is under way. On the generator's loop. */
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

    private final class User implements Download.Listener {
        private boolean over;

        @Override
        public void received(int bytes, long nowNanos) {
            recorder.received(bytes, nowNanos);
        }

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
            // What we break off ourselves is no error of the server.
            if (!brokenOff) {
                recorder.failed(reason);
            }
            if (!over) {
                over = true;
                active--;
                completeWhenIdle();
                generator.after(AFTER_FAILURE, ClosedLoop.this::next);
            }
        }
    }

    /**
     * Counts what the downloads of one phase did: times and bytes inside the window, errors at any time.
     *
     * <p>A download counts where it ends. Confined to the generator's loop.
     */
    public static final class Recorder {
        private final Window window;
        private final Histogram responseMicros = new Histogram(3);
        private final Histogram waitMicros = new Histogram(3);
        private final Map<String, Long> errors = new TreeMap<>();

        private long bytesInWindow;
        private long bytesChecked;
        private long finished;

        public Recorder(Window window) {
            this.window = window;
        }

        void received(int bytes, long nowNanos) {
            bytesChecked += bytes;
            if (window.contains(nowNanos)) {
                bytesInWindow += bytes;
            }
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

        /** Downloads that ended until now, in the window and before it. On the generator's loop. */
        public long finished() {
            return finished;
        }

        /** What was counted so far, safe to be carried to another thread. */
        public Recording recording() {
            return new Recording(
                    responseMicros.getTotalCount(),
                    bytesInWindow,
                    bytesChecked,
                    responseMicros.copy(),
                    waitMicros.copy(),
                    Map.copyOf(errors));
        }

        /**
         * What a {@link Recorder} had counted when it was asked.
         *
         * @param downloads that ended inside the window
         * @param bytesInWindow of bodies, by the time they were received
         * @param bytesChecked of bodies compared and found right, in the window and outside
         * @param errors by reason, in the window and outside
         */
        public record Recording(
                long downloads,
                long bytesInWindow,
                long bytesChecked,
                Histogram responseMicros,
                Histogram waitMicros,
                Map<String, Long> errors) {}

        /**
         * When what happened to one download, on the clock of {@link System#nanoTime()}.
         *
         * @param startNanos before the connection was asked for: a queue before the accept is a wait like any other
         * @param firstByteNanos the first byte of the status line was read
         * @param lastByteNanos the last byte of the body was read
         */
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
