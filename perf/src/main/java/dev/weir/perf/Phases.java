package dev.weir.perf;

import dev.weir.perf.load.Recording;
import dev.weir.perf.result.Latency;
import dev.weir.perf.result.Measured;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The three phases of a download trial, and what they are together; an error in any of them is one of the trial. */
record Phases(Recording warmUp, Recording unloaded, Recording loaded) {
    Measured measured(Scenario scenario, Contender contender, Watch.Seen seen, Histogram lagMicros) {
        Latency unloadedResponse = Latency.of(unloaded.responseMicros());
        Latency unloadedWait = Latency.of(unloaded.waitMicros());
        return new Measured(
                loaded.windowSeconds(),
                loaded.downloads(),
                loaded.bytesInWindow(),
                all().mapToLong(Recording::bytesChecked).sum(),
                unloadedResponse,
                unloadedWait,
                Latency.of(loaded.responseMicros()),
                Latency.of(loaded.waitMicros()),
                loaded.meanRate() / scenario.rateBytes() - 1,
                worst(loaded.slowestRate() / scenario.rateBytes() - 1, loaded.fastestRate() / scenario.rateBytes() - 1),
                errors(),
                seen.server(),
                seen.health(lagMicros),
                scenario.prediction(contender, unloadedResponse, unloadedWait));
    }

    private Map<String, Long> errors() {
        Map<String, Long> sum = new TreeMap<>();
        all().forEach(phase -> phase.errors().forEach((reason, count) -> sum.merge(reason, count, Long::sum)));
        return sum;
    }

    private Stream<Recording> all() {
        return Stream.of(warmUp, unloaded, loaded);
    }

    private static double worst(double slowest, double fastest) {
        return Math.abs(slowest) > Math.abs(fastest) ? slowest : fastest;
    }
}
