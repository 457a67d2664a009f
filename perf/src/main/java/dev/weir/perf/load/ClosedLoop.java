package dev.weir.perf.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Users who download repeatedly, each time from a new IP address. Runs on the load generator's event loop. */
public final class ClosedLoop {
    private final Generator generator;
    private final Target target;
    private final Window window;
    private final Histogram responseMicros = new Histogram(3);
    private final Histogram waitMicros = new Histogram(3);
    private final Histogram bodyWaitMicros = new Histogram(3);
    private final Map<String, Long> errors = new TreeMap<>();
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    private long finished;
    private int active;
    private boolean stopped;
    private boolean brokenOff;

    public ClosedLoop(Generator generator, Target target, Window window) {
        this.generator = generator;
        this.target = target;
        this.window = window;
    }

    /** Starts the users one after the other, spread evenly over {@code ramp}. May be called on any thread. */
    public ClosedLoop start(int users, Duration ramp) {
        generator.execute(() -> generator.spread(users, ramp, _ -> next()));
        return this;
    }

    /** Prevents further downloads. The future completes when all running downloads have ended. */
    public CompletableFuture<Void> stop() {
        stopped = true;
        completeWhenIdle();
        return idle;
    }

    public void breakOff() {
        stopped = true;
        brokenOff = true;
        generator.closeConnections();
    }

    public long finished() {
        return finished;
    }

    public Histogram responseMicros() {
        return responseMicros.copy();
    }

    /** Returns the times from the start of a request to the first byte of the answer, in microseconds. */
    public Histogram waitMicros() {
        return waitMicros.copy();
    }

    /** Returns the times from the start of a request to the first byte of the file, in microseconds. */
    public Histogram bodyWaitMicros() {
        return bodyWaitMicros.copy();
    }

    public Map<String, Long> errors() {
        return Map.copyOf(errors);
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

    void finished(SingleRequest.Timing timing) {
        finished++;
        if (window.contains(timing.lastByteNanos())) {
            responseMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.responseNanos()));
            waitMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.firstByteNanos() - timing.startNanos()));
            bodyWaitMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(timing.bodyNanos() - timing.startNanos()));
        }
    }

    private final class User implements SingleRequest.FileListener {
        private boolean over;

        @Override
        public void finished(SingleRequest.Timing timing) {
            over = true;
            active--;
            ClosedLoop.this.finished(timing);
            completeWhenIdle();
            next();
        }

        @Override
        public void failed(String reason) {
            if (!brokenOff) {
                errors.merge(reason, 1L, Long::sum);
            }
            if (!over) {
                over = true;
                active--;
                completeWhenIdle();
                generator.after(Duration.ofMillis(100), ClosedLoop.this::next);
            }
        }
    }
}
