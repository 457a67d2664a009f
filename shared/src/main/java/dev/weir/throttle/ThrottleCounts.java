package dev.weir.throttle;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what a {@link Throttle} has done since its creation. When all downloads have ended, {@link #grantedBytes}
 * equals {@link #writtenBytes} plus {@link #givenBackBytes}. Thread-safe.
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

    void woke(boolean inVain) {
        wakeups.increment();
        emptyPolls.add(inVain ? 1 : 0);
    }

    /** Returns how many body bytes the downloads were allowed to write. */
    public long grantedBytes() {
        return grantedBytes.sum();
    }

    /** Returns how many body bytes the downloads were allowed to write, but did not write. */
    public long givenBackBytes() {
        return givenBackBytes.sum();
    }

    public long writtenBytes() {
        return writtenBytes.sum();
    }

    public long grants() {
        return grants.sum();
    }

    /** Returns how often the timer woke the throttle. */
    public long wakeups() {
        return wakeups.sum();
    }

    /**
     * Returns how often the timer woke the throttle although no bytes could be granted. A wake-up does not count if
     * downloads or limits have just changed. A number above 0 shows a defect.
     */
    public long emptyPolls() {
        return emptyPolls.sum();
    }
}
