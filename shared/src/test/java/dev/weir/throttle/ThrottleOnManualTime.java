package dev.weir.throttle;

import static dev.weir.throttle.RateRules.MIB;

import java.util.ArrayList;
import java.util.List;

/** A throttle of 1 MiB a second on a clock and a timer that stand until the test moves them. */
abstract class ThrottleOnManualTime {
    final ManualTime time = new ManualTime();
    final Throttle throttle = new Throttle(new TokenBucket(MIB, MIB, 0), AnyShaper.CHUNK_TIME, time, time);
    /** What was granted to whoever adds it here. */
    final List<Long> granted = new ArrayList<>();

    Client client(long rate, int weight) {
        Plan plan = plan(rate, weight);
        return new Client("a", plan, throttle.share(plan), 0);
    }

    static Plan plan(long rate, int weight) {
        return new Plan("plan", rate, Chunk.bytes(rate, AnyShaper.CHUNK_TIME), weight, 1000, 10, 1000, false, false);
    }
}
