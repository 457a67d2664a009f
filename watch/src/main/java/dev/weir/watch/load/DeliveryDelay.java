package dev.weir.watch.load;

import java.util.ArrayDeque;
import java.util.Deque;

/** Measures how long events take to reach subscribers, who receive them in the order in which they were sent. */
final class DeliveryDelay {
    /** The most undelivered events to remember: those of one minute, at two events a second. */
    private static final int MOST_UNDELIVERED = 120;

    /** The sending times, in nanoseconds, of the events that no subscriber has received. The oldest event is first. */
    private final Deque<Long> undelivered = new ArrayDeque<>();

    private long slowestNanos;
    private double seconds;

    /**
     * Records an event that is sent at {@code nowNanos}. If {@link #MOST_UNDELIVERED} events are undelivered already,
     * forgets the youngest of them. The oldest must stay, because {@link #seconds} reports it.
     */
    void sent(long nowNanos) {
        if (undelivered.size() == MOST_UNDELIVERED) {
            undelivered.removeLast();
        }
        undelivered.addLast(nowNanos);
    }

    /** Forgets the event that was sent at {@code sentNanos}, because the server may not have accepted it. */
    void refused(long sentNanos) {
        undelivered.remove(sentNanos);
    }

    /** Records that a subscriber has received an event. Forgets all earlier events, which can no longer arrive. */
    void delivered(long sentNanos, long nowNanos) {
        slowestNanos = Math.max(slowestNanos, nowNanos - sentNanos);
        while (!undelivered.isEmpty() && undelivered.getFirst() - sentNanos <= 0) {
            undelivered.removeFirst();
        }
    }

    void clear() {
        undelivered.clear();
        slowestNanos = 0;
        seconds = 0;
    }

    /**
     * Returns the longest delay, in seconds, of the oldest undelivered event and of all events delivered since the
     * previous call. The delay of the undelivered event is the time since it was sent. If no event was delivered since
     * the previous call, the result is never less than the previous result.
     */
    double seconds(long nowNanos) {
        Long oldest = undelivered.peekFirst();
        long waitedNanos = oldest == null ? 0 : nowNanos - oldest;
        if (slowestNanos > 0 || waitedNanos / 1e9 > seconds) {
            seconds = Math.max(slowestNanos, waitedNanos) / 1e9;
        }
        slowestNanos = 0;
        return seconds;
    }
}
