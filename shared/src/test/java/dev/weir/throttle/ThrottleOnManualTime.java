package dev.weir.throttle;

import static dev.weir.throttle.RateRules.MIB;

import java.util.ArrayList;
import java.util.List;

/** The base class of tests of a throttle with 1 MiB/s. The test moves the throttle's clock and timer. */
abstract class ThrottleOnManualTime {
    final ManualTime time = new ManualTime();
    final Throttle throttle = new Throttle(new TokenBucket(MIB, MIB, 0), AnyShaper.FIXED, time, time);
    final List<Long> granted = new ArrayList<>();

    Share share(long rate, int weight) {
        return throttle.share(limits(rate, weight));
    }

    static ShareLimits limits(long rate, int weight) {
        return new ShareLimits(rate, Chunk.bytes(rate, AnyShaper.CHUNK_TIME), weight);
    }
}
