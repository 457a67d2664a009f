package dev.weir.throttle;

import dev.weir.throttle.Share.State;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The clients with waiting downloads, in two queues. A <em>paced</em> client waits until its own token bucket holds
 * enough tokens. Then it is <em>ready</em>, and waits for its turn at the bucket of all clients. Not thread-safe.
 */
final class WaitingShares {
    private final GrantSizer sizer;
    private final TreeSet<Share> paced = new TreeSet<>(Share.BY_READINESS);
    private final FairQueue ready = new FairQueue();

    WaitingShares(GrantSizer sizer) {
        this.sizer = sizer;
    }

    /** Returns the clients that wait for their own buckets. The client with the shortest remaining wait is first. */
    SortedSet<Share> paced() {
        return paced;
    }

    FairQueue ready() {
        return ready;
    }

    /** Returns whether the client has no waiting download, and all waiting clients still wait for their own buckets. */
    boolean isNext(Share share, long nowNanos) {
        return share.waiting.isEmpty()
                && ready.isEmpty()
                && (paced.isEmpty() || paced.first().readyNanos - nowNanos > 0);
    }

    /** Moves each client whose own bucket now holds enough tokens to the queue for the global bucket. */
    void promote(long nowNanos) {
        while (!paced.isEmpty() && paced.first().readyNanos - nowNanos <= 0) {
            ready.add(paced.removeFirst());
        }
    }

    /**
     * Puts the client of a download that asks for bytes into a queue. If the client already waits for its own bucket,
     * the download may make the client's next grant smaller. Then the bucket holds enough for the grant sooner, and the
     * client moves forward.
     *
     * <p>While a new download waits for its first grant, the client waits at most until its bucket holds one chunk of
     * the usual size ({@link Chunk}). So the first grant comes soon.
     *
     * @return false if the client's place in the queues stays the same
     */
    boolean asked(Waiter waiter, long nowNanos) {
        Share share = waiter.share();
        if (waiter.isNew()) {
            share.hurried = share.waiting.size();
        }
        if (share.state == State.IDLE) {
            enqueue(share, nowNanos);
            return true;
        }
        boolean sooner = share.state == State.PACED && sizer.shrinks(share, nowNanos);
        if (sooner) {
            requeue(share, nowNanos);
        }
        return sooner;
    }

    /** Puts a client into a queue again, because the time at which its own bucket holds enough may have changed. */
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

    /**
     * Puts a client that is in no queue into the queue for its own bucket or for the global bucket, if the client has a
     * waiting download.
     */
    void enqueue(Share share, long nowNanos) {
        if (share.waiting.isEmpty()) {
            share.bucket.keepFor(0); // an idle client saves up no more than its capacity
            return;
        }
        sizer.add(share, nowNanos);
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
