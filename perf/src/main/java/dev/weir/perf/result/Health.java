package dev.weir.perf.result;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the generator and the machine were fit to measure, over the measured window.
 *
 * @param lagP99Seconds how late the generator's loop ran
 * @param coreShare of the generator's core that its process used
 * @param stealShare of the machine's time that other guests got
 */
public record Health(double lagP99Seconds, double lagMaxSeconds, double coreShare, double stealShare) {
    public static final double MOST_LAG_SECONDS = 0.001;
    public static final double MOST_CORE = 0.80;
    public static final double MOST_STEAL = 0.02;

    /** The gates that were not passed. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (lagP99Seconds > MOST_LAG_SECONDS) {
            faults.add("generator lag p99 %.2f ms > 1 ms".formatted(lagP99Seconds * 1e3));
        }
        if (coreShare >= MOST_CORE) {
            faults.add("generator used %.0f %% of its core".formatted(coreShare * 100));
        }
        if (stealShare >= MOST_STEAL) {
            faults.add("steal %.1f %%".formatted(stealShare * 100));
        }
        return List.copyOf(faults);
    }
}
