package dev.weir.events;

import dev.weir.throttle.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Visits all listeners (event streams and long polls) of an event loop, one after another. One pass is a round. A round
 * runs in time slices, so that the event loop can do other work in between. Only the event loop may use this class.
 */
final class Rounds {
    /** The length of a time slice, in nanoseconds. The end of a slice does not interrupt a visit to a listener. */
    private static final long SLICE_NANOS = Duration.ofMillis(1).toNanos();

    private final Roster listeners;
    private final Consumer<Listener> serve;
    private final Runnable ended;
    private final Timer timer;
    private final LongSupplier nanoClock;
    private final long everyNanos;
    /**
     * The current round still has to visit each listener whose index is less than this number. A new listener gets a
     * higher index, so it does not prolong the round.
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

    /** Visits all listeners at fixed intervals until none is left, to send heartbeats and to remove stalled clients. */
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

    /**
     * Starts a round, which visits all listeners. If a round is already running, the new round starts after that one.
     */
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

    /** The listeners of one event loop, in a list. A round visits them from the last index to the first. */
    static final class Roster {
        private final List<Listener> all = new ArrayList<>();

        void add(Listener listener) {
            listener.index = all.size();
            all.add(listener);
        }

        /**
         * Removes a listener and moves the last listener to the free index. A running round may then visit the moved
         * listener twice, but it does not skip any listener.
         */
        void remove(Listener listener) {
            Listener last = all.removeLast();
            if (last != listener) {
                last.index = listener.index;
                all.set(listener.index, last);
            }
            listener.index = Listener.GONE;
        }

        Listener get(int index) {
            return all.get(index);
        }

        int size() {
            return all.size();
        }

        List<Listener> copy() {
            return List.copyOf(all);
        }
    }
}
