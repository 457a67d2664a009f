package dev.weir.throttle;

import dev.weir.throttle.Share.State;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Queues the clients with waiting downloads. A <em>paced</em> client waits until its own bucket can pay. A
 * <em>ready</em> client waits for its turn at the global bucket. Not thread-safe.
 */
final class WaitingShares {
    private final GrantSizer sizer;
    private final TreeSet<Share> paced = new TreeSet<>(Share.BY_READINESS);
    private final FairQueue ready = new FairQueue();

    WaitingShares(GrantSizer sizer) {
        this.sizer = sizer;
    }

    /** Returns the paced clients in the order in which they become ready. */
    SortedSet<Share> paced() {
        return paced;
    }

    FairQueue ready() {
        return ready;
    }

    /** Moves each paced client whose own bucket can pay now to the ready queue. */
    void promote(long nowNanos) {
        while (!paced.isEmpty() && paced.first().readyNanos - nowNanos <= 0) {
            ready.add(paced.removeFirst());
        }
    }

    /** Queues a client again after its rate or its first waiting download has changed. */
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

    /** Queues a client that is in neither queue. Does nothing if none of its downloads waits. */
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
