package dev.weir.throttle;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Wakes the {@link Throttle} when a download may send. Used only by tasks of the throttle's {@link SerialExecutor}. */
final class Alarm {
    private final Timer timer;
    private final Executor writer;
    private @Nullable Ring next;
    private boolean rang;

    /** @param writer the throttle's {@link SerialExecutor}, which runs a task when the timer fires */
    Alarm(Timer timer, Executor writer) {
        this.timer = timer;
        this.writer = writer;
    }

    /**
     * Sets the alarm to {@code dueNanos}, or to a later time that {@code spacing} requires. Replaces an older setting.
     *
     * @param dueNanos when the next download may send bytes; {@link NextGrant#NEVER} turns the alarm off
     */
    void set(long dueNanos, Spacing spacing, long nowNanos) {
        if (dueNanos == NextGrant.NEVER) {
            off();
            return;
        }
        long atNanos = spacing.wakeUpFor(dueNanos);
        if (next == null || next.atNanos != atNanos) {
            off();
            next = new Ring(atNanos, nowNanos);
        }
    }

    private void off() {
        if (next != null) {
            next.cancel.run();
            next = null;
        }
    }

    /** Returns whether the alarm has gone off since the last call of this method. */
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
                if (next == this) { // false if the writer cancelled this ring after the timer had fired
                    next = null;
                    rang = true;
                }
            });
        }
    }
}
