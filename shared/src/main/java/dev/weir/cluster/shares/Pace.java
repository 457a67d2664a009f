package dev.weir.cluster.shares;

import java.time.Duration;

/**
 * Decides when this node may send its next message, and knows whether its own last message has come back. Confined to
 * the thread of {@link Shares}.
 */
final class Pace {
    /** The shortest time between two messages. Less than a slice, because a slice is short after one that was late. */
    private static final Duration SHORTEST = Shares.SLICE.dividedBy(2);

    /** A node also receives its own messages. If one does not come back within this time, it counts as lost. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** The most bytes of reports that a node should receive per second. If needed, the nodes send less often. */
    private static final long MOST_BYTES_A_SECOND = 5_000_000;

    private static final long NANOS_A_BYTE = 1_000_000_000 / MOST_BYTES_A_SECOND;

    private long number;
    private boolean awaited;
    private boolean answered = true;
    private long sentNanos;
    private long sliceNanos = SHORTEST.toNanos();

    Pace(long nowNanos) {
        sentNanos = nowNanos - SHORTEST.toNanos();
    }

    boolean isDue(long nowNanos) {
        return nowNanos - sentNanos >= (awaited ? PATIENCE.toNanos() : sliceNanos);
    }

    /** Whether the last message was sent, but has not come back yet. */
    boolean isAwaited() {
        return awaited;
    }

    /** Whether the last announced fractions have come back. If not, the next report announces the same fractions. */
    boolean isAnswered() {
        return answered;
    }

    /** Tells that the next message announces new fractions. */
    void announced() {
        answered = false;
    }

    /** Returns the sequence number of the message that is sent now. */
    long next(long nowNanos) {
        sentNanos = nowNanos;
        return ++number;
    }

    /** @param isSent whether the message was sent, so that it should come back */
    void sent(boolean isSent) {
        awaited = isSent;
    }

    /** Processes the number of a message of this node that came back. Returns whether it is the last one that it sent. */
    boolean heard(long own) {
        boolean isLast = own == number;
        awaited &= !isLast;
        answered |= isLast;
        return isLast;
    }

    /** @param bytes the length of the messages that this node receives in each slice */
    void slow(long bytes) {
        sliceNanos = Math.max(bytes * NANOS_A_BYTE, SHORTEST.toNanos());
    }
}
