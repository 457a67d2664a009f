package dev.weir.throttle;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Totals over all downloads of a {@link CancelStormTest}. {@code open} counts the downloads not yet closed. */
record StormTally(CountDownLatch open, AtomicLong written, AtomicLong grants, AtomicLong unasked, AtomicLong atOnce) {
    StormTally(CountDownLatch open) {
        this(open, new AtomicLong(), new AtomicLong(), new AtomicLong(), new AtomicLong());
    }
}
