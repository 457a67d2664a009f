package dev.weir.throttle;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Totals over all downloads of a {@link CancelStormTest}.
 *
 * @param open the number of downloads not yet closed
 * @param written the number of bytes that the downloads have written
 * @param grants the number of grants to {@link Download}s
 * @param unasked the number of these grants for which no download had asked
 * @param atOnce the number of grants by {@link Throttle#grantsAtOnce}
 */
record StormTally(CountDownLatch open, AtomicLong written, AtomicLong grants, AtomicLong unasked, AtomicLong atOnce) {
    StormTally(CountDownLatch open) {
        this(open, new AtomicLong(), new AtomicLong(), new AtomicLong(), new AtomicLong());
    }
}
