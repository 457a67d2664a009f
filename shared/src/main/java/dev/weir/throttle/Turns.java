package dev.weir.throttle;

import static java.util.Comparator.comparingLong;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * Whose turn it is among the clients that could be served: start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM
 * 1996).
 *
 * <p>A client's tag is what it was served, divided by its weight; the smallest goes next. The tag survives while the
 * client is away, and is never behind the one last served, so that a newcomer joins the round and has nothing saved
 * up, nor more than one largest grant ahead of it.
 *
 * <p>Not deficit round robin, which forgets the credit of a client that leaves the round: a client with one download
 * leaves it at every grant, to write, so its weight would count for nothing. Moved by one writer.
 */
final class Turns {
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
        share.tag = tag(share);
        share.arrival = arrivals++;
        ready.add(share);
    }

    /** The tag with which the client would join now. */
    long tag(Share share) {
        long ahead = share.tag - virtualTime;
        return ahead < 0 || ahead > FARTHEST_AHEAD ? virtualTime : share.tag;
    }

    void remove(Share share) {
        ready.remove(share);
    }

    /** The first has had its turn and leaves. */
    void served(long bytes) {
        Share share = ready.removeFirst();
        virtualTime = share.tag;
        share.tag += Math.max(1, bytes * UNITS_A_BYTE / share.weight); // at least 1: nobody is served for nothing
    }
}
