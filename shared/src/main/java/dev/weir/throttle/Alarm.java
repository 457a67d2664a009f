package dev.weir.throttle;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One timer, set anew whenever another instant becomes the next; touched only by the writer that it rings for. */
final class Alarm {
    private final Timer timer;
    private final Executor writer;
    private @Nullable Ring next;
    private boolean rang;

    /** What the timer's thread has to tell is run by {@code writer}. */
    Alarm(Timer timer, Executor writer) {
        this.timer = timer;
        this.writer = writer;
    }

    void set(long atNanos, long nowNanos) {
        if (next == null || next.atNanos != atNanos) {
            off();
            next = new Ring(atNanos, nowNanos);
        }
    }

    void off() {
        if (next != null) {
            next.cancel.run();
            next = null;
        }
    }

    /** Whether it rang since this was last asked. */
    boolean rang() {
        boolean answer = rang;
        rang = false;
        return answer;
    }

    private final class Ring implements Runnable {
        private final long atNanos;
        private final Runnable cancel;

        Ring(long atNanos, long nowNanos) {
            this.atNanos = atNanos;
            this.cancel = timer.schedule(this, Math.max(0, atNanos - nowNanos));
        }

        @Override
        public void run() {
            writer.execute(() -> {
                if (next == this) { // else it was taken back too late
                    next = null;
                    rang = true;
                }
            });
        }
    }
}
