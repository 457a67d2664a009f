package dev.weir.throttle;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of a {@link Throttle} since its start. When all downloads have ended, granted bytes are written plus given
 * back. Thread-safe.
 */
public final class ThrottleCounts {
    final LongAdder grantedBytes = new LongAdder();
    final LongAdder givenBackBytes = new LongAdder();
    final LongAdder writtenBytes = new LongAdder();
    final LongAdder grants = new LongAdder();
    final LongAdder wakeups = new LongAdder();
    final LongAdder emptyPolls = new LongAdder();

    ThrottleCounts() {}

    /** Body bytes that downloads were allowed to write. */
    public long grantedBytes() {
        return grantedBytes.sum();
    }

    /** Body bytes that were granted and then returned by downloads that ended. */
    public long givenBackBytes() {
        return givenBackBytes.sum();
    }

    /** Body bytes that downloads reported as written. */
    public long writtenBytes() {
        return writtenBytes.sum();
    }

    /** Number of grants. */
    public long grants() {
        return grants.sum();
    }

    /** How often the timer fired. */
    public long wakeups() {
        return wakeups.sum();
    }

    /**
     * How often the timer fired and no grant was due, although no download had come or left and no limit had changed.
     */
    public long emptyPolls() {
        return emptyPolls.sum();
    }
}
