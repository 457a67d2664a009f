package dev.weir.perf.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

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
        for (int user = 0; user < users; user++) {
            closedLoop.nextAfter(ramp.multipliedBy(user).dividedBy(users));
        }
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

    private void nextAfter(Duration delay) {
        generator.after(delay, this::next);
    }

    private void next() {
        if (!stopped) {
            active++;
            generator.download(target, generator.freshAddress(), new User());
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
                nextAfter(AFTER_FAILURE);
            }
        }
    }
}
