package dev.weir.throttle;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The throttle's one timer. It is set again whenever the next instant changes. Only the throttle's writer touches it.
 */
final class Alarm {
    private final Timer timer;
    private final Executor writer;
    private @Nullable Ring next;
    private boolean rang;

    /** @param writer runs what the timer's thread reports, so that only the writer changes this object */
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

    /** Whether the timer fired since the last call of this method. */
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
                if (next == this) { // otherwise the writer cancelled it too late to stop it
                    next = null;
                    rang = true;
                }
            });
        }
    }
}
