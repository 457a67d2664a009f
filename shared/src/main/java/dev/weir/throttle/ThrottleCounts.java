package dev.weir.throttle;

import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of a {@link Throttle} since its start. When all downloads have ended, the granted bytes are the sum of
 * the written bytes and the bytes that were given back. Thread-safe.
 */
public final class ThrottleCounts {
    final LongAdder grantedBytes = new LongAdder();
    final LongAdder givenBackBytes = new LongAdder();
    final LongAdder writtenBytes = new LongAdder();
    final LongAdder grants = new LongAdder();
    final LongAdder wakeups = new LongAdder();
    final LongAdder emptyPolls = new LongAdder();

    ThrottleCounts() {}

    void granted(long bytes) {
        grants.increment();
        grantedBytes.add(bytes);
    }

    /** Counts a wake-up by the timer. */
    void woke(boolean inVain) {
        wakeups.increment();
        emptyPolls.add(inVain ? 1 : 0);
    }

    /** Returns the number of body bytes that downloads were allowed to write. */
    public long grantedBytes() {
        return grantedBytes.sum();
    }

    /** Returns the number of granted body bytes that downloads did not write and gave back at their end. */
    public long givenBackBytes() {
        return givenBackBytes.sum();
    }

    /** Returns the number of body bytes that downloads have written. */
    public long writtenBytes() {
        return writtenBytes.sum();
    }

    /** Returns the number of grants. */
    public long grants() {
        return grants.sum();
    }

    /** Returns the number of times that the timer woke the throttle. */
    public long wakeups() {
        return wakeups.sum();
    }

    /**
     * Returns the number of timer wake-ups that made no grant although no download and no limit had changed meanwhile.
     * The number stays 0 unless the throttle has a defect.
     */
    public long emptyPolls() {
        return emptyPolls.sum();
    }
}
