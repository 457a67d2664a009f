package dev.weir.throttle;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Sums over all downloads of a {@link CancelStormTest}. */
record StormTally(CountDownLatch open, AtomicLong written, AtomicLong grants, AtomicLong unasked) {
    StormTally(CountDownLatch open) {
        this(open, new AtomicLong(), new AtomicLong(), new AtomicLong());
    }
}
