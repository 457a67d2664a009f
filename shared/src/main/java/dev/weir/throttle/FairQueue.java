package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.Share.State;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * Decides which ready client gets the next grant, by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996).
 * Confined to the throttle's {@link SerialExecutor}.
 *
 * <p>Each client has a tag. The client with the smallest tag gets the next grant. The grant raises the tag by its
 * bytes divided by the client's weight. A client that leaves the queue keeps its tag, so it cannot gain by leaving.
 * Once the queue has served a larger tag, the client counts as new and joins at the end.
 *
 * <p>Two alternatives were rejected:
 * <ul>
 * <li>The paper gives a new client the tag served last. Then a stream of new clients that take one grant each could
 * starve the running downloads.
 * <li>Deficit round robin forgets the credit of a client that leaves the round. A client with one download leaves
 * after each grant, to write the bytes. Its weight would have no effect.
 * </ul>
 */
final class FairQueue {
    /** Units of virtual time per byte at weight 1. The factor reduces rounding errors. */
    private static final long UNITS_A_BYTE = 1 << 14;

    private static final long FARTHEST_AHEAD = Chunk.LARGEST_BYTES * UNITS_A_BYTE;

    // Compares the difference of the tags, because virtual time may overflow.
    private final TreeSet<Share> ready = new TreeSet<>(
            ((Comparator<Share>) (a, b) -> Long.signum(a.tag - b.tag)).thenComparing(comparingLong(s -> s.arrival)));

    /** The tag of the client that was served last, before its grant raised the tag. */
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

    /** Returns the tag of the last client in the queue. If the queue is empty, returns the tag that was served last. */
    long lastTag() {
        return ready.isEmpty() ? virtualTime : ready.last().tag;
    }

    /** Returns the tag that {@code share} would get in a queue whose last tag is {@code lastTag}. */
    long tag(Share share, long lastTag) {
        long ahead = share.tag - virtualTime;
        return ahead < 0 || ahead > FARTHEST_AHEAD ? lastTag : share.tag;
    }

    void remove(Share share) {
        ready.remove(share);
        share.state = State.IDLE;
    }

    /** Removes the first client and raises its tag after a grant of {@code bytes}. */
    void served(long bytes) {
        Share share = ready.removeFirst();
        share.state = State.IDLE;
        virtualTime = share.tag;
        share.tag += Math.max(1, bytes * UNITS_A_BYTE / share.weight); // at least 1, so that every turn raises the tag
    }
}
