package dev.weir.throttle;

import dev.weir.throttle.Share.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which download gets the next grant. It is a pure state machine: callers tell it who asks, who leaves and the
 * time, and it answers with grants.
 *
 * <pre>
 *   ask --> PACED: ordered by the time at which the client's own bucket can pay    (Carousel, SIGCOMM 2017)
 *             |  that time has come
 *             v
 *           READY: ordered by bytes served, divided by weight                      (see FairQueue)
 *             |  the global bucket can pay for the first
 *             v
 *           grant: both buckets pay at once, for the client's part of a round      (see GrantSizer)
 * </pre>
 *
 * <p>A waiting download holds no tokens. So a cancel or a changed rate needs no repair: the shaper only queues the
 * client again. The downloads of one client are served in the order in which they ask. They take turns, because each
 * asks for one grant at a time.
 *
 * <p>Not thread-safe: only {@link Throttle} calls it, one thread at a time. Time that steps back counts as time that
 * stands still.
 */
final class Shaper {
    /** Answer of {@link #dueNanos} when no download waits. */
    static final long NEVER = Long.MAX_VALUE;

    private final TokenBucket global;
    private final GrantSizer sizer;
    private final WaitingShares shares;
    private final FairQueue ready;
    private long waiters;
    private long dueNanos = NEVER;
    /** {@link #dueNanos} is the time at which a client's own bucket can pay, so no other client can change it. */
    private boolean dueByPace;

    Shaper(TokenBucket global, Duration chunkTime) {
        this.global = global;
        this.sizer = new GrantSizer(global, chunkTime);
        this.shares = new WaitingShares(sizer);
        this.ready = shares.ready();
    }

    /**
     * Queues {@code waiter} for a grant of {@link Waiter#wanted} bytes or one chunk. {@link #advance} makes the grant.
     *
     * @return whether the grant may be due before {@link #dueNanos}
     * @throws IllegalStateException when {@code waiter} waits already
     */
    boolean ask(Waiter waiter, long nowNanos) {
        Share share = waiter.share();
        if (!share.waiting.add(waiter)) {
            throw new IllegalStateException("this download waits already");
        }
        waiters++;
        if (share.state != State.IDLE) {
            return false; // another download of this client comes first
        }
        shares.enqueue(share, nowNanos);
        return !dueByPace || share.state != State.PACED || share.readyNanos - dueNanos <= 0;
    }

    /**
     * Withdraws an ask. Costs no tokens.
     *
     * @return false when {@code waiter} was not waiting: its grant was made, or it never asked
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

    /** Gives a client another rate, capacity and weight. Queues the client again if it waits. */
    void change(Share share, long rate, long capacity, int weight, long nowNanos) {
        shares.dequeue(share);
        share.bucket.change(rate, capacity, nowNanos);
        share.weight = weight;
        shares.enqueue(share, nowNanos);
    }

    /**
     * Gives the global bucket another rate and capacity. Queues paced clients again, since their chunks may have
     * changed.
     */
    void changeGlobal(long rate, long capacity, long nowNanos) {
        global.change(rate, capacity, nowNanos);
        List.copyOf(shares.paced()).forEach(share -> shares.requeue(share, nowNanos));
    }

    /**
     * Makes every grant that is due and returns the grants in order. A late call keeps that order: a share that became
     * ready after {@link #dueNanos} goes behind those that were ready by then.
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

    /** The instant of the next grant, as of the last {@link #advance}, or {@link #NEVER} if no download waited then. */
    long dueNanos() {
        return dueNanos;
    }

    /** Number of waiting downloads. */
    long waiters() {
        return waiters;
    }

    /**
     * Gives granted but unwritten bytes back to both buckets that paid. Clients that wait for them can get them now.
     */
    void giveBack(Waiter waiter, long bytes, long nowNanos) {
        Share share = waiter.share();
        share.bucket.giveBack(bytes);
        global.giveBack(bytes);
        if (share.state == State.PACED) {
            shares.requeue(share, nowNanos);
        }
    }

    /** Makes the grants that the buckets can pay for, to the clients that were ready at {@code readyNanos}. */
    private void serve(long readyNanos, long nowNanos, List<Grant> grants) {
        shares.promote(readyNanos);
        while (!ready.isEmpty()) {
            Share share = ready.first();
            long bytes = sizer.bytes(share);
            if (share.bucket.nanosUntil(bytes, nowNanos) > 0) {
                // The rate, or the first download of the client, has changed since it was queued.
                shares.requeue(share, nowNanos);
            } else if (global.nanosUntil(bytes, nowNanos) > 0) {
                return;
            } else {
                grants.add(grant(share, bytes, nowNanos));
            }
        }
    }

    /**
     * The instant of the next grant. Skips clients that become ready earlier but would not be first in line: a wake-up
     * for them would grant nothing.
     */
    private long nextGrant(long nowNanos) {
        Share first = ready.isEmpty() ? null : ready.first();
        long firstTag = first == null ? 0 : first.tag;
        long lastTag = ready.lastTag();
        long atNanos = first == null ? NEVER : nowNanos + sizer.nanosUntil(first, nowNanos);
        for (Share share : shares.paced()) { // the client that is ready first joins first
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
}
