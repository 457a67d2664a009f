package dev.weir.throttle;

import dev.weir.throttle.Share.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which download gets the next grant. It is a state machine without a clock or a thread: downloads {@link #ask}
 * and {@link #cancel}, and {@link #advance} returns the grants that are due.
 *
 * <pre>
 *   ask --> PACED: ordered by the time at which the client's own bucket can pay    (Carousel, SIGCOMM 2017)
 *             |  that time has come
 *             v
 *           READY: ordered by bytes served, divided by weight                      (see FairQueue)
 *             |  the global bucket can pay for the first
 *             v
 *           grant: both buckets pay, for the client's part of a round              (see GrantSizer)
 * </pre>
 *
 * <p>A waiting download holds no tokens, so a cancel or a change of the rate need not give any back. The downloads of
 * one client take turns, because each asks for one grant at a time.
 *
 * <p>Confined to the throttle's {@link SerialExecutor}. If a call passes an earlier time than the call before, the
 * buckets do not fill.
 */
final class Shaper {
    /** The value of {@link #dueNanos} if no download waits. */
    static final long NEVER = Long.MAX_VALUE;

    private final TokenBucket global;
    private final GrantSizer sizer;
    private final WaitingShares shares;
    private final FairQueue ready;
    private long waiters;
    private long dueNanos = NEVER;
    /**
     * Whether the next grant waits for its client's own bucket. If so, a client that becomes ready later cannot change
     * {@link #dueNanos}.
     */
    private boolean dueByPace;

    Shaper(TokenBucket global, Duration chunkTime) {
        this.global = global;
        this.sizer = new GrantSizer(global, chunkTime);
        this.shares = new WaitingShares(sizer);
        this.ready = shares.ready();
    }

    /**
     * Queues {@code waiter} for a grant.
     *
     * @return whether the next grant may now be due earlier than {@link #dueNanos}
     * @throws IllegalStateException if {@code waiter} waits already
     */
    boolean ask(Waiter waiter, long nowNanos) {
        Share share = waiter.share();
        if (!share.waiting.add(waiter)) {
            throw new IllegalStateException("the download asked again before it got its grant");
        }
        waiters++;
        if (share.state != State.IDLE) {
            return false; // another download of this client comes first
        }
        shares.enqueue(share, nowNanos);
        return !dueByPace || share.state != State.PACED || share.readyNanos - dueNanos <= 0;
    }

    /**
     * Withdraws an ask.
     *
     * @return false if {@code waiter} was not waiting
     */
    boolean cancel(Waiter waiter, long nowNanos) {
        Share share = waiter.share();
        if (!share.waiting.remove(waiter)) {
            return false;
        }
        waiters--;
        if (share.waiting.isEmpty() || share.state == State.PACED) {
            shares.requeue(share, nowNanos);
        }
        return true;
    }

    void change(Share share, long rate, long capacity, int weight, long nowNanos) {
        shares.dequeue(share);
        share.bucket.change(rate, capacity, nowNanos);
        share.weight = weight;
        shares.enqueue(share, nowNanos);
    }

    /**
     * Changes the limits of the global bucket. Queues the paced clients again if the size of their grants may have
     * changed.
     */
    void changeGlobal(long rate, long capacity, long nowNanos) {
        long chunk = sizer.globalChunk();
        global.change(rate, capacity, nowNanos);
        if (sizer.globalChunk() != chunk) {
            List.copyOf(shares.paced()).forEach(share -> shares.requeue(share, nowNanos));
        }
    }

    /**
     * Makes all grants that are due and returns them in order. A late call first serves the clients that were ready at
     * {@link #dueNanos}, so the order does not depend on the delay.
     */
    List<Grant> advance(long nowNanos) {
        List<Grant> grants = new ArrayList<>();
        if (dueNanos != NEVER && dueNanos - nowNanos < 0) {
            serve(dueNanos, nowNanos, grants);
        }
        serve(nowNanos, nowNanos, grants);
        dueNanos = nextGrant(nowNanos);
        return grants;
    }

    /** Returns the time of the next grant, as of the last {@link #advance}, or {@link #NEVER}. */
    long dueNanos() {
        return dueNanos;
    }

    long waiters() {
        return waiters;
    }

    /**
     * Gives granted but unwritten bytes back to the two buckets that paid for them. Queues a paced client again,
     * because its bucket can pay earlier.
     */
    void giveBack(Waiter waiter, long bytes, long nowNanos) {
        Share share = waiter.share();
        share.bucket.giveBack(bytes);
        global.giveBack(bytes);
        if (share.state == State.PACED) {
            shares.requeue(share, nowNanos);
        }
    }

    private void serve(long readyNanos, long nowNanos, List<Grant> grants) {
        shares.promote(readyNanos);
        while (!ready.isEmpty()) {
            Share share = ready.first();
            long bytes = sizer.bytes(share);
            if (share.bucket.nanosUntil(bytes, nowNanos) > 0) {
                // The client's rate or its first download has changed since the client was queued.
                shares.requeue(share, nowNanos);
            } else if (global.nanosUntil(bytes, nowNanos) > 0) {
                return;
            } else {
                grants.add(grant(share, bytes, nowNanos));
            }
        }
    }

    /**
     * Computes the time of the next grant. Ignores a client that becomes ready earlier but would not be first in the
     * queue, because a wake-up for this client would make no grant.
     */
    private long nextGrant(long nowNanos) {
        Share first = ready.isEmpty() ? null : ready.first();
        long firstTag = first == null ? 0 : first.tag;
        long lastTag = ready.lastTag();
        long atNanos = first == null ? NEVER : nowNanos + sizer.nanosUntil(first, nowNanos);
        for (Share share : shares.paced()) { // in the order in which the clients become ready
            if (first != null && share.readyNanos - atNanos > 0) {
                break;
            }
            long tag = ready.tag(share, lastTag);
            lastTag += Math.max(0, tag - lastTag);
            if (first == null || tag - firstTag < 0) {
                first = share;
                firstTag = tag;
                atNanos = nowNanos + Math.max(share.readyNanos - nowNanos, sizer.nanosUntil(share, nowNanos));
            }
        }
        if (first != null && sizer.nanosUntil(first, nowNanos) > 0) {
            global.keepFor(sizer.bytes(first));
        }
        dueByPace = ready.isEmpty() && first != null && atNanos == first.readyNanos;
        return atNanos;
    }

    private Grant grant(Share share, long bytes, long nowNanos) {
        ready.served(bytes);
        Waiter waiter = share.waiting.removeFirst();
        waiters--;
        share.bucket.take(bytes, nowNanos);
        global.take(bytes, nowNanos);
        sizer.remove(share);
        shares.enqueue(share, nowNanos);
        return new Grant(waiter, bytes);
    }

    /** The permission for {@code waiter} to write {@code bytes} now. */
    record Grant(Waiter waiter, long bytes) {}
}
