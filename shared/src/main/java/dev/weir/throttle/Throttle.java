package dev.weir.throttle;

import dev.weir.throttle.ShareLimits.Part;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
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
    private final Chunk.Time chunkTime;
    private final ThrottleCounts counts = new ThrottleCounts();
    private final AtomicLong shares = new AtomicLong();

    // Used only inside the serial executor.
    private final GrantBatches granted = new GrantBatches();
    /** Whether the time of the next grant (permission to send) may have changed since {@link #turn} last ran. */
    private boolean stirred;
    /** Holds the limits of the bucket of all clients, and the part of these limits that this process may use. */
    private final Share global;

    private volatile long waiting;
    private volatile boolean unlimited;

    /**
     * @param global the token bucket that all clients share; from now on only the throttle may use it
     * @param chunkTime one grant has at most the bytes that the client's rate allows in this time
     * @param nanoClock a clock that never steps back, such as {@link System#nanoTime}
     */
    public Throttle(TokenBucket global, Chunk.Time chunkTime, Timer timer, LongSupplier nanoClock) {
        this.shaper = new Shaper(global, chunkTime);
        this.alarm = new Alarm(timer, serial);
        this.nanoClock = nanoClock;
        this.chunkTime = chunkTime;
        this.global = new Share(-1, global, new ShareLimits(global.rate(), global.capacity(), 1));
        this.spacing = new Spacing(chunkTime.usual(), nanoClock.getAsLong());
        spacing.keepUp(global.rate(), global.capacity());
        unlimited = global.rate() == 0;
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
     * Grants a whole body at once if neither the client nor the server has a rate limit. Report the written bytes with
     * {@link #wroteAtOnce}. If the connection takes only a part, write the rest with a {@link Download}. Thread-safe.
     *
     * @param bytes the length of the body; at most {@link Chunk#LARGEST_BYTES}
     * @return false if there is a limit; then nothing is granted
     */
    public boolean grantsAtOnce(Share share, long bytes) {
        if (!unlimited || !share.isUnlimited()) {
            return false;
        }
        share.grantedWithoutLimit(bytes);
        counts.granted(bytes);
        return true;
    }

    /** Called once after {@link #grantsAtOnce} with the number of bytes that the caller has then written. Thread-safe. */
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
        ShareLimits limits = new ShareLimits(rate, capacity, 1); // here, so that its exception reaches the caller
        serial.execute(() -> limitGlobal(limits, global.part));
    }

    /** Sets which part of the global limits this server process may use. Waiting downloads get the new limits, too. */
    public void limitTo(Part part) {
        serial.execute(() -> limitGlobal(global.limits, part));
    }

    private void limitGlobal(ShareLimits limits, Part part) {
        ShareLimits own = global.limit(limits, part, chunkTime.usual());
        stirred = true;
        unlimited = own.rate() == 0;
        spacing.keepUp(own.rate(), own.capacity());
        shaper.changeGlobal(own.rate(), own.capacity(), nanoClock.getAsLong());
    }

    /** Changes the limits of several clients in one step. Their waiting downloads get the new limits, too. */
    public void change(List<Share> shares, ShareLimits limits) {
        serial.execute(() -> shares.forEach(share -> limit(share, limits, share.part)));
    }

    /** For each client, sets which part of its limits this server process may use. Also affects waiting downloads. */
    public void limitTo(Map<Share, Part> parts) {
        serial.execute(() -> parts.forEach((share, part) -> limit(share, share.limits, part)));
    }

    private void limit(Share share, ShareLimits limits, Part part) {
        ShareLimits own = share.limit(limits, part, chunkTime.usual());
        stirred = true;
        shaper.change(share, own.rate(), own.capacity(), own.weight(), nanoClock.getAsLong());
        share.publish(0, nanoClock.getAsLong());
    }

    public ThrottleCounts counts() {
        return counts;
    }

    public long waiting() {
        return waiting;
    }

    /** Creates the state of a new client. The client's token bucket starts empty. */
    public Share share(ShareLimits limits) {
        TokenBucket bucket = new TokenBucket(limits.rate(), limits.capacity(), nanoClock.getAsLong());
        Share share = new Share(shares.getAndIncrement(), bucket, limits);
        share.weight = limits.of(Part.ALL, chunkTime.usual()).weight();
        share.publish(0, nanoClock.getAsLong()); // outside the serial executor, as no other thread knows the share yet
        return share;
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
     * Makes and delivers the grants (permissions to send) that are due, and sets the alarm for the next grant. Does so
     * only if the alarm has rung, or if the time of the next grant may have changed. So a thread that asks for its own
     * grant usually need not make the grants of other downloads.
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
