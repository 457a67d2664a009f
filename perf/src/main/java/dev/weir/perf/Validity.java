package dev.weir.perf;

import dev.weir.perf.result.Health;
import dev.weir.perf.result.Measured;
import dev.weir.perf.result.RateMeasured;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Why a trial does not count: one wrong answer is enough, and so is a generator or a machine that was not fit. */
final class Validity {
    private Validity() {}

    static List<String> faults(Measured measured) {
        List<String> faults = faults(measured.errors(), measured.health());
        if (measured.downloads() == 0 || measured.unloadedResponseTime().samples() == 0) {
            faults.add("no download ended in the window");
        }
        return List.copyOf(faults);
    }

    static List<String> faults(RateMeasured measured) {
        return List.copyOf(faults(measured.errors(), measured.health()));
    }

    private static List<String> faults(Map<String, Long> errors, Health health) {
        List<String> faults = new ArrayList<>();
        errors.forEach((reason, count) -> faults.add(count + " x " + reason));
        faults.addAll(health.faults());
        return faults;
    }
}
