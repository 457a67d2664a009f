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
 * <p>Every download comes from a fresh address, so the server takes it for a new client: the article, too, limits each
 * request. The users start spread over the ramp, because users that start together keep writing at the same instants.
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

    /** Starts the users, evenly spread over the ramp. On the generator's loop. */
    public static ClosedLoop start(Generator generator, Target target, Recorder recorder, int users, Duration ramp) {
        ClosedLoop closedLoop = new ClosedLoop(generator, target, recorder);
        generator.spread(users, ramp, _ -> closedLoop.next());
        return closedLoop;
    }

    /** Starts no further download; completes when the last one is over. On the generator's loop. */
    public CompletableFuture<Void> stop() {
        stopped = true;
        completeWhenIdle();
        return idle;
    }

    /** Closes every connection of the generator. From now on nothing is an error. On the generator's loop. */
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
     * Counts the downloads of one phase: times and bytes inside the window, errors at any time.
     *
     * <p>A download belongs to the window in which it ends. Confined to the generator's loop.
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

        /** Downloads that ended so far, in the window and before it. On the generator's loop. */
        public long finished() {
            return finished;
        }

        /** A copy of the counts, which another thread may read. */
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
         * The counts of a {@link Recorder} at one instant.
         *
         * @param downloads the number that ended inside the window
         * @param bytesInWindow of bodies, received in the window
         * @param bytesChecked of bodies, compared and right, in the window and outside
         * @param errors the number by reason, in the window and outside
         */
        public record Recording(
                long downloads,
                long bytesInWindow,
                long bytesChecked,
                Histogram responseMicros,
                Histogram waitMicros,
                Map<String, Long> errors) {}

        /**
         * The instants of one download, by {@link System#nanoTime()}.
         *
         * @param startNanos before the connection was opened: a queue before the accept is a wait like any other
         * @param firstByteNanos when the first byte of the status line was read
         * @param lastByteNanos when the last byte of the body was read
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
