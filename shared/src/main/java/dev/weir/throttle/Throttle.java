package dev.weir.throttle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The one writer of a {@link Shaper}, for callers on any thread; nobody waits in it.
 *
 * <p>Asks, leaves and changes go through a {@link SerialExecutor}: uncontended, the caller itself moves the shaper. One timer
 * is set for the next instant at which a grant can be made. Grants leave in a hand-over for each executor and turn, not in
 * one each, and in several when there are many, so that an executor can do other things between them; wake-ups keep a distance, in which others become due: {@link Spacing}.
 */
public final class Throttle {
    private static final int HANDED_TOGETHER = 64;

    private final SerialExecutor serial = new SerialExecutor(this::turn);
    private final Shaper shaper;
    private final Alarm alarm;
    private final LongSupplier nanoClock;
    private final Spacing spacing;

    private final ThrottleCounts counts = new ThrottleCounts();
    private final AtomicLong shares = new AtomicLong();

    // Written inside the serial only.
    private final IdentityHashMap<Executor, List<Download>> granted = new IdentityHashMap<>();
    /** Something may be due before the alarm rings, or nothing when it does. */
    private boolean stirred;

    private volatile long waiting;

    /**
     * @param global the bucket that all clients share; the throttle becomes its one writer
     * @param chunkTime what one grant may take at the client's rate, and one round of everybody at the global rate
     * @param nanoClock never steps back, as {@link System#nanoTime}
     */
    public Throttle(TokenBucket global, Duration chunkTime, Timer timer, LongSupplier nanoClock) {
        this.shaper = new Shaper(global, chunkTime);
        this.alarm = new Alarm(timer, serial);
        this.nanoClock = nanoClock;
        this.spacing = new Spacing(chunkTime, nanoClock.getAsLong());
        spacing.keepUp(global.rate(), global.capacity());
    }

    /**
     * Opens a download that is paid for by {@code share}.
     *
     * @param executor where grants are delivered: the download's own event loop, or what wakes its thread
     * @param onGrant gets the bytes that may be written now
     */
    public Download open(Share share, Executor executor, LongConsumer onGrant) {
        return new Download(this, share, executor, onGrant);
    }

    /** Gives the global bucket another rate (bytes a second, 0 for no limit) and capacity; reaches waiting downloads. */
    public void change(long rate, long capacity) {
        TokenBucket.check(rate, capacity); // here, where it harms the caller only
        serial.execute(() -> {
            stirred = true;
            spacing.keepUp(rate, capacity);
            shaper.changeGlobal(rate, capacity, nanoClock.getAsLong());
        });
    }

    /** Gives shares other limits, all in one turn. The new limits also apply to downloads that wait. */
    public void change(List<Share> shares, Limits limits) {
        serial.execute(() -> {
            stirred = true;
            long nowNanos = nanoClock.getAsLong();
            for (Share share : shares) {
                shaper.change(share, limits.rate(), limits.capacity(), limits.weight(), nowNanos);
                share.publish(0, nowNanos);
            }
        });
    }

    /** What it has done since the start. */
    public ThrottleCounts counts() {
        return counts;
    }

    /** Downloads that wait for a grant. */
    public long waiting() {
        return waiting;
    }

    /** A new share, whose bucket is full. */
    public Share share(Limits limits) {
        TokenBucket bucket = new TokenBucket(limits.rate(), limits.capacity(), nanoClock.getAsLong());
        Share share = new Share(shares.getAndIncrement(), bucket, limits.weight());
        share.publish(0, nanoClock.getAsLong()); // nobody else knows it yet
        return share;
    }

    void ask(Download download, long wanted) {
        serial.execute(() -> {
            download.place().want(wanted);
            spacing.keepUp(download.place().share().bucket);
            stirred |= shaper.ask(download.place(), nanoClock.getAsLong());
            download.place().share().publishWaiting();
        });
    }

    void close(Download download, long unwritten) {
        serial.execute(() -> {
            stirred |= shaper.cancel(download.place(), nanoClock.getAsLong());
            download.place().share().publishWaiting();
            long back = unwritten + download.takePending();
            if (back > 0) {
                stirred = true;
                shaper.giveBack(download.place(), back, nanoClock.getAsLong());
                download.place().share().publish(-back, nanoClock.getAsLong());
                counts.givenBackBytes.add(back);
            }
        });
    }

    /** Called inside the serial executor. */
    void granted(Download download, long bytes) {
        counts.grants.increment();
        spacing.granted();
        counts.grantedBytes.add(bytes);
        download.place().share().publish(bytes, nanoClock.getAsLong());
        download.place().share().publishWaiting();
        granted.computeIfAbsent(download.executor(), key -> new ArrayList<>()).add(download);
    }

    /**
     * Makes what is due, sets the timer for the next, hands the grants over. Who asks for what the alarm will ring for in
     * time does not do the alarm's work: a thread that has just got a grant would do nothing else, with so many others due.
     */
    private void turn() {
        boolean rang = alarm.rang();
        if (!rang && !stirred) {
            waiting = shaper.waiters();
            return;
        }
        long nowNanos = nanoClock.getAsLong();
        shaper.advance(nowNanos).forEach(grant -> grant.waiter().granted(grant.bytes()));
        if (rang) {
            spacing.woke(nowNanos);
            counts.wakeups.increment();
            if (granted.isEmpty() && !stirred) {
                counts.emptyPolls.increment();
            }
        }
        stirred = false;
        waiting = shaper.waiters();
        try {
            set(shaper.dueNanos(), nowNanos);
        } finally { // whoever was granted something gets it, even if there is no timer any more
            granted.forEach((executor, downloads) -> Guarded.run(() -> handOver(executor, downloads)));
            granted.clear();
        }
    }

    private void set(long nextNanos, long nowNanos) {
        if (nextNanos == Shaper.NEVER) {
            alarm.off();
            return;
        }
        alarm.set(spacing.wakeUpFor(nextNanos), nowNanos);
    }

    private static void handOver(Executor executor, List<Download> downloads) {
        try {
            for (int from = 0; from < downloads.size(); from += HANDED_TOGETHER) {
                List<Download> some = downloads.subList(from, Math.min(from + HANDED_TOGETHER, downloads.size()));
                // Whoever fails costs the others neither their grants nor, on an executor that runs it here, the
                // throttle.
                executor.execute(() -> some.forEach(download -> Guarded.run(download::deliver)));
            }
        } catch (RejectedExecutionException e) {
            // That event loop has ended, and its connections with it; each close returns its own grant.
        }
    }
}
