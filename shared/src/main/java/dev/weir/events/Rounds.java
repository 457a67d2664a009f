package dev.weir.events;

import dev.weir.throttle.Timer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Visits all listeners in slices and lets the loop do other work in between. Confined to the loop. */
final class Rounds {
    /** A slice holds up other work of the loop for this long, plus the time for one listener. */
    private static final long SLICE_NANOS = Duration.ofMillis(1).toNanos();

    private final Roster listeners;
    private final Consumer<Listener> serve;
    private final Runnable ended;
    private final Timer timer;
    private final LongSupplier nanoClock;
    private final long everyNanos;
    /**
     * Listeners that this round has not visited: those below this index. New ones join above it, and are up to date.
     */
    private int left;

    private boolean again;
    private boolean repeating;

    Rounds(
            Roster listeners,
            Consumer<Listener> serve,
            Runnable ended,
            Timer timer,
            LongSupplier nanoClock,
            long everyNanos) {
        this.listeners = listeners;
        this.serve = serve;
        this.ended = ended;
        this.timer = timer;
        this.nanoClock = nanoClock;
        this.everyNanos = everyNanos;
    }

    /** Begins rounds from time to time, for heartbeats and for listeners that read nothing, while there are listeners. */
    void repeat() {
        if (!repeating) {
            repeating = true;
            timer.schedule(
                    () -> {
                        repeating = false;
                        if (listeners.size() > 0) {
                            repeat();
                        }
                        begin();
                    },
                    everyNanos);
        }
    }

    /** Visits each listener once from now on. If a visit is under way, another one follows it. */
    void begin() {
        if (left > 0) {
            again = true;
        } else {
            left = listeners.size();
            slice();
        }
    }

    private void slice() {
        long endNanos = nanoClock.getAsLong() + SLICE_NANOS;
        left = Math.min(left, listeners.size());
        while (left > 0) {
            left--;
            serve.accept(listeners.get(left));
            left = Math.min(left, listeners.size());
            if (left > 0 && nanoClock.getAsLong() - endNanos > 0) {
                timer.schedule(this::slice, 0);
                return;
            }
        }
        ended.run();
        if (again) {
            again = false;
            left = listeners.size();
            timer.schedule(this::slice, 0);
        }
    }
}
