package dev.weir.throttle;

import dev.weir.throttle.Share.State;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which download may send next, and how many bytes. It is a state machine without a clock or a thread. A
 * download calls {@link #ask} to get bytes, or {@link #cancel} to withdraw its request. {@link #advance} returns the
 * grants (permissions to send a number of bytes) that are due.
 *
 * <pre>
 *   ask --> PACED: ordered by the time at which the client's own bucket holds enough    (Carousel, SIGCOMM 2017)
 *             |  the client's own bucket holds enough
 *             v
 *           READY: ordered by the bytes granted so far, divided by weight               (see FairQueue)
 *             |  the global bucket holds enough for the first client
 *             v
 *           grant: the bytes are taken from both buckets                                (see GrantSizer)
 * </pre>
 *
 * <p>A waiting download has taken no tokens, so {@link #cancel} gives none back. The downloads of a client take turns.
 *
 * <p>Used only by tasks of the throttle's {@link SerialExecutor}. All times are in nanoseconds. If a call passes an
 * earlier time than the previous call, the buckets do not fill.
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
     * Whether the next grant (permission to send) waits only for its client's token bucket, not for the global bucket.
     * If so, a client that begins to wait changes {@link #dueNanos} only if its bucket will hold enough by that time.
     */
    private boolean dueByPace;

    Shaper(TokenBucket global, Chunk.Time chunkTime) {
        this.global = global;
        this.sizer = new GrantSizer(global, chunkTime);
        this.shares = new WaitingShares(sizer);
        this.ready = shares.ready();
    }

    /**
     * Adds {@code waiter} to the downloads that wait for a grant (permission to send bytes).
     *
     * @return true if the next grant may now be due earlier than {@link #dueNanos}
     * @throws IllegalStateException if {@code waiter} waits already
     */
    boolean ask(Waiter waiter, long nowNanos) {
        Share share = waiter.share();
        if (!share.waiting.add(waiter)) {
            throw new IllegalStateException("the download asked again before it got its grant");
        }
        waiters++;
        if (!shares.asked(waiter, nowNanos)) {
            return false; // another download of this client comes first
        }
        return !dueByPace || share.state != State.PACED || share.readyNanos - dueNanos <= 0;
    }

    /**
     * Removes {@code waiter} from the downloads that wait for a grant (permission to send bytes).
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
        share.bucket.change(rate, capacity, sizer.mostBytes(rate, capacity), nowNanos);
        share.weight = weight;
        share.hurried = share.waiting.size();
        shares.enqueue(share, nowNanos);
    }

    /**
     * Changes the rate (bytes a second, 0 means no limit) and the capacity (bytes) of the global bucket. If this
     * changes how much a client may send at once, computes again how long each client waits for its own bucket.
     */
    void changeGlobal(long rate, long capacity, long nowNanos) {
        long chunk = sizer.globalChunk();
        global.change(rate, capacity, 0, nowNanos);
        if (sizer.globalChunk() != chunk) {
            List.copyOf(shares.paced()).forEach(share -> shares.requeue(share, nowNanos));
        }
    }

    /**
     * Makes all grants (permissions to send) that are due, and returns them in order. If this call comes after
     * {@link #dueNanos}, it first serves the clients that were ready then. So a late call does not change the order.
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

    /** Returns when the next download may send, as the last {@link #advance} computed; {@link #NEVER} if none waits. */
    long dueNanos() {
        return dueNanos;
    }

    long waiters() {
        return waiters;
    }

    /**
     * Puts granted but unwritten bytes back into the client's bucket and the global bucket. If the client waits for its
     * own bucket, its next grant may then be due earlier.
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
     * Returns when the next download may send, or {@link #NEVER} if none waits. Only the first client in the queue for
     * the global bucket can be served. The result also allows for clients that still wait for their own bucket, because
     * such a client may later join this queue ahead of the first client.
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
        share.hurried = Math.max(0, share.hurried - 1);
        sizer.remove(share);
        shares.enqueue(share, nowNanos);
        return new Grant(waiter, bytes);
    }

    /** Permits the download {@code waiter} to write {@code bytes} bytes. */
    record Grant(Waiter waiter, long bytes) {}
}
