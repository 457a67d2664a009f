package dev.weir.events;

import dev.weir.throttle.Timer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Goes through all listeners in slices, between which the loop does other work. Confined to the loop. */
final class Rounds {
    /** Others who share the loop wait no longer than this, and one listener. */
    private static final long SLICE_NANOS = Duration.ofMillis(1).toNanos();

    private final Roster listeners;
    private final Consumer<Listener> serve;
    private final Runnable ended;
    private final Timer timer;
    private final LongSupplier nanoClock;
    /** How many of this round are still to come: those below. Who joins is above, and needs none of it. */
    private int left;

    private boolean again;

    Rounds(Roster listeners, Consumer<Listener> serve, Runnable ended, Timer timer, LongSupplier nanoClock) {
        this.listeners = listeners;
        this.serve = serve;
        this.ended = ended;
        this.timer = timer;
        this.nanoClock = nanoClock;
    }

    /** Serves everybody once from now on, after a round that is under way. */
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
