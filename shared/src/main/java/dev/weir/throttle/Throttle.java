package dev.weir.throttle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a {@link Shaper}, for callers on any thread; nobody waits in it.
 *
 * <p>Asks, leaves and changes go through a {@link Serial}: uncontended, the caller itself moves the shaper. One timer
 * is set for the next instant at which a grant can be made. Grants leave in one hand-over an executor and turn, not in
 * one each. Wake-ups keep {@link #SPACING_NANOS} apart, so that thousands of downloads share them; being late costs no
 * throughput, see {@link TokenBucket#keepFor}.
 */
public final class Throttle {
    private static final long SPACING_NANOS = Duration.ofMillis(1).toNanos();

    private final Serial serial = new Serial(this::turn);
    private final Shaper shaper;
    private final Timer timer;
    private final LongSupplier nanoClock;

    private final LongAdder grantedBytes = new LongAdder();
    private final LongAdder givenBackBytes = new LongAdder();
    private final LongAdder grants = new LongAdder();
    private final LongAdder wakeups = new LongAdder();
    private final LongAdder emptyPolls = new LongAdder();
    private final AtomicLong shares = new AtomicLong();

    // Written inside the serial only.
    private final IdentityHashMap<Executor, List<Download>> granted = new IdentityHashMap<>();
    private @Nullable Alarm alarm;
    private boolean rang;
    private boolean disturbed;
    private long lastWakeNanos;
    private volatile long waiting;

    /**
     * @param global the bucket that all clients share; the throttle becomes its one writer
     * @param chunkTime what one grant may take of a second at the client's rate
     * @param nanoClock never steps back, as {@link System#nanoTime}
     */
    public Throttle(TokenBucket global, Duration chunkTime, Timer timer, LongSupplier nanoClock) {
        this.shaper = new Shaper(global, chunkTime);
        this.timer = timer;
        this.nanoClock = nanoClock;
        this.lastWakeNanos = nanoClock.getAsLong() - SPACING_NANOS;
    }

    /**
     * Opens a download of {@code client}.
     *
     * @param executor where grants are delivered: the download's own event loop, or what wakes its thread
     * @param onGrant gets the bytes that may be written now
     */
    public Download open(Client client, Executor executor, LongConsumer onGrant) {
        return new Download(this, client.share(), executor, onGrant);
    }

    /** Gives the global bucket another rate (bytes a second, 0 for no limit) and capacity; reaches waiting downloads. */
    public void change(long rate, long capacity) {
        serial.execute(() -> {
            disturbed = true;
            shaper.changeGlobal(rate, capacity, nanoClock.getAsLong());
        });
    }

    /** Gives one client other limits; reaches its downloads that wait. */
    void change(Share share, Plan plan) {
        serial.execute(() -> {
            disturbed = true;
            shaper.change(share, plan.rate(), plan.capacity(), plan.weight(), nanoClock.getAsLong());
        });
    }

    /** Body bytes that downloads were allowed to write, since the start. Granted is written plus given back. */
    public long grantedBytes() {
        return grantedBytes.sum();
    }

    /** Body bytes that were granted and returned by downloads that ended, since the start. */
    public long givenBackBytes() {
        return givenBackBytes.sum();
    }

    /** Grants made since the start. */
    public long grants() {
        return grants.sum();
    }

    /** Times that the timer rang since the start. */
    public long wakeups() {
        return wakeups.sum();
    }

    /** Times that the timer rang and nothing was due, though nobody had left and no limit had changed. */
    public long emptyPolls() {
        return emptyPolls.sum();
    }

    /** Downloads that wait for a grant. */
    public long waiting() {
        return waiting;
    }

    Share share(Plan plan) {
        TokenBucket bucket = new TokenBucket(plan.rate(), plan.capacity(), nanoClock.getAsLong());
        return new Share(shares.getAndIncrement(), bucket, plan.weight());
    }

    void ask(Download download, long wanted) {
        serial.execute(() -> {
            download.place().want(wanted);
            shaper.ask(download.place(), nanoClock.getAsLong());
        });
    }

    void close(Download download, long unwritten) {
        serial.execute(() -> {
            disturbed |= shaper.cancel(download.place(), nanoClock.getAsLong());
            long back = unwritten + download.takePending();
            if (back > 0) {
                shaper.giveBack(download.place(), back, nanoClock.getAsLong());
                givenBackBytes.add(back);
            }
        });
    }

    /** Called by the shaper, inside the serial. */
    void granted(Download download, long bytes) {
        grants.increment();
        grantedBytes.add(bytes);
        granted.computeIfAbsent(download.executor(), key -> new ArrayList<>()).add(download);
    }

    /** Makes what is due, sets the timer for the next, hands the grants over. */
    private void turn() {
        long nowNanos = nanoClock.getAsLong();
        long nextNanos = shaper.advance(nowNanos);
        if (rang) {
            lastWakeNanos = nowNanos;
            wakeups.increment();
            if (granted.isEmpty() && !disturbed) {
                emptyPolls.increment();
            }
        }
        rang = false;
        disturbed = false;
        waiting = shaper.waiters();
        set(nextNanos, nowNanos);
        granted.forEach(Throttle::handOver);
        granted.clear();
    }

    private void set(long nextNanos, long nowNanos) {
        if (nextNanos == Shaper.NEVER) {
            if (alarm != null) {
                alarm.cancel.run();
                alarm = null;
            }
            return;
        }
        long soonest = lastWakeNanos + SPACING_NANOS;
        long atNanos = nextNanos - soonest > 0 ? nextNanos : soonest;
        if (alarm != null) {
            if (alarm.atNanos == atNanos) {
                return;
            }
            alarm.cancel.run();
        }
        alarm = new Alarm(atNanos, nowNanos);
    }

    private static void handOver(Executor executor, List<Download> downloads) {
        try {
            executor.execute(() -> downloads.forEach(Download::deliver));
        } catch (RejectedExecutionException e) {
            // That event loop has ended, and its connections with it; each close returns its own grant.
        }
    }

    private final class Alarm implements Runnable {
        private final long atNanos;
        private final Runnable cancel;

        Alarm(long atNanos, long nowNanos) {
            this.atNanos = atNanos;
            this.cancel = timer.schedule(this, Math.max(0, atNanos - nowNanos));
        }

        @Override
        public void run() {
            serial.execute(() -> {
                if (alarm == this) { // else it was taken back too late
                    alarm = null;
                    rang = true;
                }
            });
        }
    }
}
