package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.Share.State;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * Decides which ready client goes next, by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996).
 *
 * <p>A client's tag is the number of bytes it was served, divided by its weight. The smallest tag goes next. A client
 * that leaves keeps its tag until the queue has served a later one. A newcomer, or a client whose tag is too old, joins
 * at the tag of the last in line. So it has no credit saved up, it is at most one largest grant ahead, and it overtakes
 * nobody who waits.
 *
 * <p>The paper lets a newcomer join at the tag served last. That would put it ahead of every client served before.
 * Newcomers that take one grant each could then starve the downloads that are running.
 *
 * <p>Deficit round robin does not fit: it forgets the credit of a client that leaves the round. A client with one
 * download leaves at every grant, in order to write, so its weight would have no effect.
 *
 * <p>Not thread-safe: only the throttle's writer calls it.
 */
final class FairQueue {
    /**
     * Units of virtual time per byte at weight 1. The factor keeps precision when the bytes are divided by a weight.
     */
    private static final long UNITS_A_BYTE = 256;

    private static final long FARTHEST_AHEAD = Chunk.LARGEST_BYTES * UNITS_A_BYTE;

    // Compares the difference, not the values: virtual time has no zero and may wrap.
    private final TreeSet<Share> ready = new TreeSet<>(
            ((Comparator<Share>) (a, b) -> Long.signum(a.tag - b.tag)).thenComparing(comparingLong(s -> s.arrival)));

    /** Tag of the client that was served last. */
    private long virtualTime;

    private long arrivals;

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /** The client whose turn it is. */
    Share first() {
        return ready.first();
    }

    void add(Share share) {
        share.tag = tag(share, lastTag());
        share.arrival = arrivals++;
        share.state = State.READY;
        ready.add(share);
    }

    /** Tag of the last in line, or of the client served last if the line is empty. */
    long lastTag() {
        return ready.isEmpty() ? virtualTime : ready.last().tag;
    }

    /** The tag with which {@code share} would join a line that ends at {@code lastTag}. */
    long tag(Share share, long lastTag) {
        long ahead = share.tag - virtualTime;
        return ahead < 0 || ahead > FARTHEST_AHEAD ? lastTag : share.tag;
    }

    void remove(Share share) {
        ready.remove(share);
        share.state = State.IDLE;
    }

    /** Removes the first client, which has had its turn, and moves its tag on. */
    void served(long bytes) {
        Share share = ready.removeFirst();
        share.state = State.IDLE;
        virtualTime = share.tag;
        share.tag += Math.max(1, bytes * UNITS_A_BYTE / share.weight); // at least 1, so that every turn moves the tag
    }
}
