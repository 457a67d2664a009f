package dev.weir.throttle;

import dev.weir.throttle.ShareLimits.Part;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Divides bandwidth: tells each download when it may send, and how many bytes. Thread-safe. No call blocks.
 *
 * <p>A {@link Shaper} makes these decisions. A timer runs the shaper when the next download may send.
 */
public final class Throttle {
    private final SerialExecutor serial = new SerialExecutor(this::turn);
    private final Shaper shaper;
    private final Alarm alarm;
    private final LongSupplier nanoClock;
    private final Spacing spacing;
    private final Limits limits;
    private final ThrottleCounts counts = new ThrottleCounts();

    // Used only inside the serial executor.
    private final GrantBatches granted = new GrantBatches();
    /** Whether the time of the next grant (permission to send) may have changed since {@link #turn} last ran. */
    private boolean stirred;

    private volatile long waiting;

    /**
     * @param global the token bucket that all clients share; from now on only the throttle may use it
     * @param chunkTime one grant has at most the bytes that the client's rate allows in this time
     * @param nanoClock a clock that never steps back, such as {@link System#nanoTime}
     */
    public Throttle(TokenBucket global, Chunk.Time chunkTime, Timer timer, LongSupplier nanoClock) {
        this.shaper = new Shaper(global, chunkTime);
        this.alarm = new Alarm(timer, serial);
        this.nanoClock = nanoClock;
        this.spacing = new Spacing(chunkTime.usual(), nanoClock.getAsLong());
        this.limits = new Limits(global, shaper, spacing, chunkTime);
    }

    /**
     * Creates a download of the client whose state is {@code share}. The download gets bytes only if it asks for them.
     *
     * @param executor runs {@code onGrant}; for example, the event loop of the download
     * @param onGrant receives the number of bytes that the download may write now
     */
    public Download open(Share share, Executor executor, LongConsumer onGrant) {
        return new Download(this, share, executor, onGrant);
    }

    /**
     * Grants a whole short body at once, if no limit makes it wait now and no other download would come first. Report
     * the written bytes with {@link #wroteAtOnce}. If the connection takes only a part, write the rest with a
     * {@link Download}. Thread-safe.
     *
     * @param bytes the length of the body; at most {@link Chunk#LARGEST_BYTES}
     * @return false if nothing is granted; the whole body must then be sent with a {@link Download}
     */
    public boolean grantsAtOnce(Share share, long bytes) {
        if (isUnlimited(share)) {
            share.grantedWithoutLimit(bytes);
            counts.granted(bytes);
            return true;
        }
        AtomicBoolean taken = new AtomicBoolean();
        serial.executeIfIdle(() -> taken.set(takesAtOnce(share, bytes)));
        return taken.get();
    }

    /** Returns whether both rate limits are off: that of the client and that of all clients together. Thread-safe. */
    public boolean isUnlimited(Share share) {
        return limits.areOff() && share.isUnlimited();
    }

    private boolean takesAtOnce(Share share, long bytes) {
        long nowNanos = nanoClock.getAsLong();
        if (!shaper.takesAtOnce(share, bytes, nowNanos)) {
            return false;
        }
        stirred |= shaper.waiters() > 0; // the global bucket now holds less for them
        counts.granted(bytes);
        share.publish(bytes, nowNanos);
        return true;
    }

    /** Call this once after {@link #grantsAtOnce}, with the number of bytes that have been written. Thread-safe. */
    public void wroteAtOnce(long bytes) {
        counts.writtenBytes.add(bytes);
    }

    /**
     * Changes the limits of the token bucket that all clients share. Waiting downloads get the new limits, too.
     *
     * @param rate bytes a second; 0 means no limit
     * @param capacity the most bytes that the bucket can hold
     * @throws IllegalArgumentException if a value is negative, or a limited rate has capacity 0
     */
    public void change(long rate, long capacity) {
        ShareLimits all = new ShareLimits(rate, capacity, 1); // here, so that its exception reaches the caller
        change(nowNanos -> limits.changeGlobal(all, nowNanos));
    }

    /** Sets which part of the global limits this server process may use. Waiting downloads get the new limits, too. */
    public void limitTo(Part part) {
        change(nowNanos -> limits.limitGlobalTo(part, nowNanos));
    }

    /** Changes the limits of several clients in one step. Their waiting downloads get the new limits, too. */
    public void change(List<Share> shares, ShareLimits own) {
        change(nowNanos -> shares.forEach(share -> limits.change(share, own, nowNanos)));
    }

    /** For each client, sets which part of its limits this server process may use. Also affects waiting downloads. */
    public void limitTo(Map<Share, Part> parts) {
        change(nowNanos -> parts.forEach((share, part) -> limits.limitTo(share, part, nowNanos)));
    }

    private void change(LongConsumer atNanos) {
        serial.execute(() -> {
            stirred = true;
            atNanos.accept(nanoClock.getAsLong());
        });
    }

    public ThrottleCounts counts() {
        return counts;
    }

    public long waiting() {
        return waiting;
    }

    /** Creates the state of a new client. The client's token bucket starts empty. */
    public Share share(ShareLimits own) {
        return limits.share(own, nanoClock.getAsLong());
    }

    void ask(Download download, long wanted) {
        serial.execute(() -> {
            download.waiter().want(wanted);
            spacing.keepUp(download.waiter().share().bucket);
            stirred |= shaper.ask(download.waiter(), nanoClock.getAsLong());
            download.waiter().share().publishWaiting();
        });
    }

    void close(Download download, long unwritten) {
        serial.execute(() -> {
            long nowNanos = nanoClock.getAsLong();
            stirred |= shaper.cancel(download.waiter(), nowNanos);
            download.waiter().share().publishWaiting();
            long back = unwritten + download.takePending();
            if (back > 0) {
                stirred = true;
                shaper.giveBack(download.waiter(), back, nowNanos);
                download.waiter().share().publish(-back, nowNanos);
                counts.givenBackBytes.add(back);
            }
        });
    }

    /** Records a grant of {@code bytes} to {@code download}. {@link #turn} delivers it. Runs in {@link #serial}. */
    void granted(Download download, long bytes) {
        counts.granted(bytes);
        spacing.granted();
        download.waiter().share().publish(bytes, nanoClock.getAsLong());
        download.waiter().share().publishWaiting();
        granted.add(download);
    }

    /**
     * Makes and delivers the grants (permissions to send) that are due, and sets {@link #alarm} for the next grant.
     * Does so only if the alarm has rung, or if the time of the next grant may have changed. So a thread that asks for
     * its own grant usually need not make the grants of other downloads.
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
            counts.woke(granted.isEmpty() && !stirred);
        }
        stirred = false;
        waiting = shaper.waiters();
        try {
            alarm.set(shaper.dueNanos(), spacing, nowNanos);
        } finally { // the grants are made, even if the timer fails because it was shut down
            granted.handOver();
        }
    }
}
