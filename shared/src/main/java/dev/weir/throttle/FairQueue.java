package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.Share.State;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * Decides whose turn it is at the global token bucket, by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM
 * 1996). Used only in the throttle's {@link SerialExecutor}.
 *
 * <p>Each client has a tag, and the client with the smallest tag is first. Each grant raises its client's tag by the
 * granted bytes divided by the client's weight. A client that leaves the queue keeps its tag, so it gains nothing by
 * leaving. If the queue has served a larger tag before the client returns, the client joins at the end.
 *
 * <p>Two alternatives were rejected:
 * <ul>
 * <li>In the paper, a new client gets the tag that was served last. Then a stream of new clients that take one grant
 * each could starve the running downloads.
 * <li>Deficit round robin forgets the credit of a client that leaves the queue. A client with one download leaves after
 * each grant, to write the bytes. Its weight would have no effect.
 * </ul>
 */
final class FairQueue {
    /** By how much one byte raises the tag of a client with weight 1. The large number keeps rounding errors small. */
    private static final long UNITS_A_BYTE = 1 << 14;

    private static final long FARTHEST_AHEAD = Chunk.LARGEST_BYTES * UNITS_A_BYTE;

    // Compares the difference of the tags, because virtual time may overflow.
    private final TreeSet<Share> ready = new TreeSet<>(
            ((Comparator<Share>) (a, b) -> Long.signum(a.tag - b.tag)).thenComparing(comparingLong(s -> s.arrival)));

    /** The tag of the client that was served last, before the grant raised this tag. */
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

    /** Returns the tag with which {@code share} would join the queue if {@code lastTag} were the largest tag in it. */
    long tag(Share share, long lastTag) {
        long ahead = share.tag - virtualTime;
        return ahead < 0 || ahead > FARTHEST_AHEAD ? lastTag : share.tag;
    }

    void remove(Share share) {
        ready.remove(share);
        share.state = State.IDLE;
    }

    /** Removes the first client from the queue, and raises its tag because it was granted {@code bytes}. */
    void served(long bytes) {
        Share share = ready.removeFirst();
        share.state = State.IDLE;
        virtualTime = share.tag;
        share.tag += Math.max(1, bytes * UNITS_A_BYTE / share.weight); // at least 1, so that every turn raises the tag
    }
}
