package dev.weir.throttle;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all downloads of a storm saw together.
 *
 * @param open counts the downloads that have not closed
 * @param written bytes granted and not given back
 * @param grants grants that arrived
 * @param unasked grants that arrived without an ask
 */
record StormTally(CountDownLatch open, AtomicLong written, AtomicLong grants, AtomicLong unasked) {
    StormTally(CountDownLatch open) {
        this(open, new AtomicLong(), new AtomicLong(), new AtomicLong());
    }
}
