package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import dev.weir.throttle.Share.State;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * Whose turn it is among the clients that could be served: start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM
 * 1996).
 *
 * <p>A client's tag is what it was served, divided by its weight; the smallest goes next. The tag survives while the
 * client is away, for as long as it is not behind the one last served. Who comes without such a tag, as newcomers do,
 * joins at the tag of the last in line: it has nothing saved up, nor more than one largest grant ahead of it, and
 * passes nobody who waits. Joining at the tag last served, as the paper has it, would be ahead of everybody who was
 * served before; one-grant newcomers could then starve the downloads that are running.
 *
 * <p>Not deficit round robin, which forgets the credit of a client that leaves the round: a client with one download
 * leaves it at every grant, to write, so its weight would count for nothing. Moved by one writer.
 */
final class FairQueue {
    /** Virtual time units a byte at weight 1, so that dividing by a weight keeps its precision. */
    private static final long UNITS_A_BYTE = 256;

    private static final long FARTHEST_AHEAD = Chunk.LARGEST_BYTES * UNITS_A_BYTE;

    // By difference, not by value: virtual time has no zero and may wrap.
    private final TreeSet<Share> ready = new TreeSet<>(
            ((Comparator<Share>) (a, b) -> Long.signum(a.tag - b.tag)).thenComparing(comparingLong(s -> s.arrival)));

    /** Tag of the client last served. */
    private long virtualTime;

    private long arrivals;

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /** Whose turn it is. */
    Share first() {
        return ready.first();
    }

    void add(Share share) {
        share.tag = tag(share, lastTag());
        share.arrival = arrivals++;
        share.state = State.READY;
        ready.add(share);
    }

    /** Tag of the last in line; of the one last served when nobody is. */
    long lastTag() {
        return ready.isEmpty() ? virtualTime : ready.last().tag;
    }

    /** The tag with which the client would join a line that ends at {@code lastTag}. */
    long tag(Share share, long lastTag) {
        long ahead = share.tag - virtualTime;
        return ahead < 0 || ahead > FARTHEST_AHEAD ? lastTag : share.tag;
    }

    void remove(Share share) {
        ready.remove(share);
        share.state = State.IDLE;
    }

    /** The first has had its turn and leaves. */
    void served(long bytes) {
        Share share = ready.removeFirst();
        share.state = State.IDLE;
        virtualTime = share.tag;
        share.tag += Math.max(1, bytes * UNITS_A_BYTE / share.weight); // at least 1: nobody is served for nothing
    }
}
