package dev.weir.throttle;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Wakes the {@link Throttle} when its next grant is due. Confined to the throttle's {@link SerialExecutor}. */
final class Alarm {
    private final Timer timer;
    private final Executor writer;
    private @Nullable Ring next;
    private boolean rang;

    /** @param writer the throttle's {@link SerialExecutor}; it also runs the timer's tasks */
    Alarm(Timer timer, Executor writer) {
        this.timer = timer;
        this.writer = writer;
    }

    /**
     * Sets the alarm for the next grant. Replaces any earlier alarm.
     *
     * @param dueNanos the time of the next grant; {@link Shaper#NEVER} cancels the alarm
     */
    void set(long dueNanos, Spacing spacing, long nowNanos) {
        if (dueNanos == Shaper.NEVER) {
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

    /** Returns whether the alarm has rung since the last call. */
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
