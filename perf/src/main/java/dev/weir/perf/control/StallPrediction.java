package dev.weir.perf.control;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What responses must be when a server stands still for a while, computed from the plan of an open load.
 *
 * <p>One queue, first come first served: what arrives while the server stands still is served from the end of the stop
 * on, one request each service time, and so is what arrives until the queue is empty.
 */
final class StallPrediction {
    private final Histogram responseMicros = new Histogram(3);
    private final long stopNanos;
    private final long continueNanos;
    private final double serviceNanos;
    private final long calmNanos;
    /** When the server has served all that came so far. */
    private double freeNanos;

    /**
     * Instants count from any one zero, the same for all.
     *
     * @param perSecond requests the server serves when there are always some
     * @param calmNanos a response when nobody waits
     */
    StallPrediction(long stopNanos, long continueNanos, double perSecond, long calmNanos) {
        this.stopNanos = stopNanos;
        this.continueNanos = continueNanos;
        this.serviceNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.calmNanos = calmNanos;
        this.freeNanos = Double.NEGATIVE_INFINITY;
    }

    /** Arrivals in their order. */
    void arrives(long nanos) {
        boolean stopped = nanos >= stopNanos && nanos < continueNanos;
        double servedFrom = Math.max(freeNanos, (double) (stopped ? continueNanos : nanos));
        freeNanos = servedFrom + serviceNanos;
        double response = servedFrom - nanos + calmNanos;
        responseMicros.recordValue(TimeUnit.NANOSECONDS.toMicros((long) response));
    }

    Histogram responseMicros() {
        return responseMicros;
    }
}
