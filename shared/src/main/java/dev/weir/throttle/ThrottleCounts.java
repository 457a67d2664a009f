package dev.weir.throttle;

import java.util.concurrent.atomic.LongAdder;

/** What a {@link Throttle} has done since the start. Granted is written plus given back. Thread-safe. */
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

    /** Body bytes that were granted and returned by downloads that ended. */
    public long givenBackBytes() {
        return givenBackBytes.sum();
    }

    /** Body bytes that downloads wrote, as they say themselves. */
    public long writtenBytes() {
        return writtenBytes.sum();
    }

    /** Grants made. */
    public long grants() {
        return grants.sum();
    }

    /** Times that the timer rang. */
    public long wakeups() {
        return wakeups.sum();
    }

    /** Times that the timer rang and nothing was due, though nobody had come or left and no limit had changed. */
    public long emptyPolls() {
        return emptyPolls.sum();
    }
}
