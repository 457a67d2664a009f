package dev.weir.throttle;

import dev.weir.throttle.Share.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Who goes next: a pure state machine that is told who asks, who left and what the time is, and answers with grants.
 *
 * <pre>
 *   ask --> PACED: ordered by the time at which the client's own bucket can pay    (Carousel, SIGCOMM 2017)
 *             |  that time has come
 *             v
 *           READY: ordered by what it was served, by its weight                    (see FairQueue)
 *             |  the global bucket can pay for the first
 *             v
 *           grant: both buckets pay at once, for its part of a round               (see GrantSizer)
 * </pre>
 *
 * <p>What waits holds no tokens, so a cancel or a changed rate has nothing to repair: the client is filed again. One
 * client's downloads are served in the order in which they ask, which is in turns, since each asks for one grant at a
 * time.
 *
 * <p>Not thread-safe: one writer, {@link Throttle}. Time that steps back is taken as standing still.
 */
final class Shaper {
    /** Answer of {@link #dueNanos}: nobody waits. */
    static final long NEVER = Long.MAX_VALUE;

    private final TokenBucket global;
    private final GrantSizer sizer;
    private final TreeSet<Share> paced = new TreeSet<>(Share.BY_READINESS);
    private final FairQueue ready = new FairQueue();
    private long waiters;
    private long dueNanos = NEVER;
    /** It was the time at which a client's own bucket can pay, to which nobody else makes a difference. */
    private boolean dueByPace;

    Shaper(TokenBucket global, Duration chunkTime) {
        this.global = global;
        this.sizer = new GrantSizer(global, chunkTime);
    }

    /**
     * Lines {@code waiter} up for a grant of {@link Waiter#wanted} bytes or one chunk; {@link #advance} makes it.
     *
     * @return whether it may be due before {@link #dueNanos}
     */
    boolean ask(Waiter waiter, long nowNanos) {
        Share share = waiter.share();
        if (!share.waiting.add(waiter)) {
            throw new IllegalStateException("this download waits already");
        }
        waiters++;
        if (share.state != State.IDLE) {
            return false; // another download of the client is before it
        }
        file(share, nowNanos);
        return !dueByPace || share.state != State.PACED || share.readyNanos - dueNanos <= 0;
    }

    /** Takes an ask back; false when it was not waiting, because it was granted or never made. Costs no tokens. */
    boolean cancel(Waiter waiter, long nowNanos) {
        Share share = waiter.share();
        if (!share.waiting.remove(waiter)) {
            return false;
        }
        waiters--;
        if (share.waiting.isEmpty() || share.state == State.PACED) {
            refile(share, nowNanos);
        }
        return true;
    }

    /** Gives a client another rate, capacity and weight; who waits is filed anew. */
    void change(Share share, long rate, long capacity, int weight, long nowNanos) {
        unfile(share);
        share.bucket.change(rate, capacity, nowNanos);
        share.weight = weight;
        file(share, nowNanos);
    }

    /** Gives the global bucket another rate and capacity; who waits is filed anew, since chunks may have changed. */
    void changeGlobal(long rate, long capacity, long nowNanos) {
        global.change(rate, capacity, nowNanos);
        List.copyOf(paced).forEach(share -> refile(share, nowNanos));
    }

    /**
     * Makes every grant that is due, in the order in which they were made. A late call does not change the order: a
     * share that became ready after {@link #dueNanos} does not go before those that were ready then.
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

    /** When the next grant is due, as of the last {@link #advance}; {@link #NEVER} if nobody waited then. */
    long dueNanos() {
        return dueNanos;
    }

    /** How many wait. */
    long waiters() {
        return waiters;
    }

    /** Returns bytes that were granted and not written to both buckets that paid; who waits for them gets them now. */
    void giveBack(Waiter waiter, long bytes, long nowNanos) {
        Share share = waiter.share();
        share.bucket.giveBack(bytes);
        global.giveBack(bytes);
        if (share.state == State.PACED) {
            refile(share, nowNanos);
        }
    }

    /** Makes the grants that the buckets can pay for, to those who were ready at an instant that is not after now. */
    private void serve(long readyNanos, long nowNanos, List<Grant> grants) {
        while (!paced.isEmpty() && paced.first().readyNanos - readyNanos <= 0) {
            ready.add(paced.removeFirst());
        }
        while (!ready.isEmpty()) {
            Share share = ready.first();
            long bytes = sizer.bytes(share);
            if (share.bucket.nanosUntil(bytes, nowNanos) > 0) {
                refile(share, nowNanos); // the rate, or the first in its queue, is another than when it was filed
            } else if (global.nanosUntil(bytes, nowNanos) > 0) {
                return;
            } else {
                grants.add(grant(share, bytes, nowNanos));
            }
        }
    }

    /** Looks past those who become ready before, but are not first in line: waking up for them is for nothing. */
    private long nextGrant(long nowNanos) {
        Share first = ready.isEmpty() ? null : ready.first();
        long firstTag = first == null ? 0 : first.tag;
        long lastTag = ready.lastTag();
        long atNanos = first == null ? NEVER : nowNanos + sizer.nanosUntil(first, nowNanos);
        for (Share share : paced) { // who is ready first joins first
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
        file(share, nowNanos);
        return new Grant(waiter, bytes);
    }

    private void refile(Share share, long nowNanos) {
        unfile(share);
        file(share, nowNanos);
    }

    private void unfile(Share share) {
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

    private void file(Share share, long nowNanos) {
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
