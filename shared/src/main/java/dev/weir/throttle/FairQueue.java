package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.Share.State;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * Decides which ready client gets the next grant, by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996).
 *
 * <p>Each client has a tag. A grant raises the client's tag by the granted bytes divided by the client's weight. The
 * client with the smallest tag gets the next grant. A client that leaves the queue keeps its tag until the queue has
 * served a larger tag. After that, the queue treats it as a new client. A new client gets the tag of the last client in
 * the queue. Hence an absent client cannot save up turns, and a new client does not overtake a waiting client.
 *
 * <p>In the paper, a new client gets the tag that was served last. Here, such a client would be ahead of all clients
 * that have already been served. A stream of new clients that take one grant each could then starve the running
 * downloads.
 *
 * <p>Deficit round robin does not work here, because it forgets the credit of a client that leaves the round. A client
 * with one download leaves the round after each grant, while it writes the bytes. So its weight would have no effect.
 *
 * <p>Not thread-safe. The throttle uses this object only inside its {@link SerialExecutor}.
 */
final class FairQueue {
    /**
     * The units of virtual time per byte at weight 1. The factor reduces the rounding error of the division by weight.
     */
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

    /** Returns the client that gets the next grant. */
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

    /** Removes the first client after a grant of {@code bytes} bytes, and raises its tag. */
    void served(long bytes) {
        Share share = ready.removeFirst();
        share.state = State.IDLE;
        virtualTime = share.tag;
        share.tag += Math.max(1, bytes * UNITS_A_BYTE / share.weight); // at least 1, so that every turn raises the tag
    }
}
