package dev.weir.throttle;

import dev.weir.throttle.Share.State;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The two queues of clients in a {@link Shaper}. A client is in one of the queues while at least one of its downloads
 * waits. A paced client waits until its own bucket can pay. A ready client waits for its turn at the global bucket,
 * because its own bucket can already pay.
 *
 * <p>Not thread-safe.
 */
final class WaitingShares {
    private final GrantSizer sizer;
    private final TreeSet<Share> paced = new TreeSet<>(Share.BY_READINESS);
    private final FairQueue ready = new FairQueue();

    /** @param sizer learns which clients wait, because the size of a grant depends on their weights */
    WaitingShares(GrantSizer sizer) {
        this.sizer = sizer;
    }

    /** Returns the clients whose own bucket cannot pay yet, ordered by the time at which the bucket can pay. */
    SortedSet<Share> paced() {
        return paced;
    }

    /** Returns the clients whose own bucket can pay. */
    FairQueue ready() {
        return ready;
    }

    /** Moves each paced client whose own bucket can pay at {@code nowNanos} to the ready queue. */
    void promote(long nowNanos) {
        while (!paced.isEmpty() && paced.first().readyNanos - nowNanos <= 0) {
            ready.add(paced.removeFirst());
        }
    }

    /** Removes a client from its queue and adds it again, because its rate or its first download has changed. */
    void requeue(Share share, long nowNanos) {
        dequeue(share);
        enqueue(share, nowNanos);
    }

    void dequeue(Share share) {
        if (share.state == State.IDLE) {
            return;
        }
        if (share.state == State.PACED) {
            paced.remove(share);
            share.state = State.IDLE;
        } else {
            ready.remove(share);
        }
        sizer.remove(share);
    }

    /** Adds a client that is in neither queue. Does nothing if none of its downloads waits. */
    void enqueue(Share share, long nowNanos) {
        if (share.waiting.isEmpty()) {
            return;
        }
        sizer.add(share);
        long bytes = sizer.alone(share);
        long wait = share.bucket.nanosUntil(bytes, nowNanos);
        if (wait == 0) {
            ready.add(share);
        } else {
            share.bucket.keepFor(bytes);
            share.readyNanos = nowNanos + wait;
            share.state = State.PACED;
            paced.add(share);
        }
    }
}
