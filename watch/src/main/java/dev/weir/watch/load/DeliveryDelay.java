package dev.weir.watch.load;

import java.util.ArrayDeque;
import java.util.Deque;

/** How long events take to reach the subscribers. Subscribers receive events in the order in which they were sent. */
final class DeliveryDelay {
    /** A minute's events. */
    private static final int MOST_UNDELIVERED = 120;

    /** The times of the events that no subscriber has received, oldest first. */
    private final Deque<Long> undelivered = new ArrayDeque<>();

    private long slowestNanos;
    private double seconds;

    /** Adds an event that is sent now. Forgets the youngest before if there are too many. */
    void sent(long nowNanos) {
        if (undelivered.size() == MOST_UNDELIVERED) {
            undelivered.removeLast();
        }
        undelivered.addLast(nowNanos);
    }

    /** Forgets an event that the server may not have accepted. */
    void refused(long sentNanos) {
        undelivered.remove(sentNanos);
    }

    /** Takes an event that a subscriber has received. If it has missed earlier ones, they will not come. */
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
     * Returns the longest delay since the previous call, in seconds: of an event that has come, or so far of one that
     * no subscriber has received. If no event has come, the result does not fall.
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
