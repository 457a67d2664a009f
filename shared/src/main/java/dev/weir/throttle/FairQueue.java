package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.Share.State;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * Orders the clients that wait for the global token bucket, by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM
 * 1996). Used only by tasks of the throttle's {@link SerialExecutor}.
 *
 * <p>Each client has a number, its tag. The client with the smallest tag is served first. When a client is served, its
 * tag rises by the granted bytes divided by the client's weight. A client that leaves the queue keeps its tag, so it
 * gains nothing by leaving. If a client with a larger tag is served before this client returns, this client gets the
 * largest tag in the queue, and joins at the end.
 *
 * <p>Two alternatives were rejected:
 * <ul>
 * <li>In the paper, a new client gets the tag of the client that was served last. Many new clients, each served only
 * once, could then starve the running downloads.
 * <li>Deficit round robin forgets the credit of a client that leaves the queue. A client with one download leaves the
 * queue each time that it writes bytes. The weight of such a client would have no effect.
 * </ul>
 */
final class FairQueue {
    /**
     * Each granted byte raises the {@link Share#tag} (the place in the queue) of a client with weight 1 by this number.
     * A large number keeps rounding errors small.
     */
    private static final long UNITS_A_BYTE = 1 << 14;

    private static final long FARTHEST_AHEAD = Chunk.LARGEST_BYTES * UNITS_A_BYTE;

    // Compares the difference of the tags, because virtual time may overflow.
    private final TreeSet<Share> ready = new TreeSet<>(
            ((Comparator<Share>) (a, b) -> Long.signum(a.tag - b.tag)).thenComparing(comparingLong(s -> s.arrival)));

    /** The {@link Share#tag} that the last served client had before it was served. */
    private long virtualTime;

    private long arrivals;

    boolean isEmpty() {
        return ready.isEmpty();
    }

    Share first() {
        return ready.first();
    }

    void add(Share share) {
        share.tag = tag(share, lastTag());
        share.arrival = arrivals++;
        share.state = State.READY;
        ready.add(share);
    }

    /** Returns the largest {@link Share#tag} in the queue, or {@link #virtualTime} if the queue is empty. */
    long lastTag() {
        return ready.isEmpty() ? virtualTime : ready.last().tag;
    }

    /** Returns the {@link Share#tag} with which a client joins a queue whose largest tag is {@code lastTag}. */
    long tag(Share share, long lastTag) {
        long ahead = share.tag - virtualTime;
        return ahead < 0 || ahead > FARTHEST_AHEAD ? lastTag : share.tag;
    }

    void remove(Share share) {
        ready.remove(share);
        share.state = State.IDLE;
    }

    /**
     * Removes the first client from the queue after it was allowed to send {@code bytes}. Raises the client's
     * {@link Share#tag}, by which the queue is ordered.
     */
    void served(long bytes) {
        Share share = ready.removeFirst();
        share.state = State.IDLE;
        virtualTime = share.tag;
        share.tag += Math.max(1, bytes * UNITS_A_BYTE / share.weight); // at least 1, so that every turn raises the tag
    }
}
