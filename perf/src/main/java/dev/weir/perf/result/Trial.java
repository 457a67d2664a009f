package dev.weir.perf.result;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One trial as the results tell it: one contender in one fresh server process.
 *
 * @param unit what "each" means among its figures
 * @param memory what was read at each count of connections, where memory was
 * @param checks what was asked of it and what it reached
 * @param faults why it does not count; it is listed all the same
 * @param flags what a reader should know of it, though it counts
 */
public record Trial(
        Case planned,
        String unit,
        Map<Metric, Double> figures,
        Map<Series, List<Double>> memory,
        List<Check> checks,
        List<String> faults,
        List<String> flags,
        double calibrationSeconds,
        double lagP99Seconds,
        double coreShare,
        double stealShare,
        List<String> command,
        List<String> serverLines) {

    static Trial of(Evidence evidence, double usualCalibrationSeconds) {
        Raw raw = evidence.raw();
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metric.of(evidence).ifPresent(figure -> figures.put(metric, figure));
        }
        return new Trial(
                raw.planned(),
                raw.unit(),
                figures,
                memory(raw),
                Check.of(evidence),
                Validity.faults(evidence, usualCalibrationSeconds),
                raw.warmUp().stable() || raw.failure() != null
                        ? List.of()
                        : List.of("still warming up after %d cycles"
                                .formatted(raw.warmUp().cycles())),
                raw.fitness().calibrationSeconds(),
                Validity.lagP99Seconds(evidence),
                raw.fitness().coreShare(),
                raw.fitness().stealShare(),
                raw.command(),
                raw.serverLines());
    }

    private static Map<Series, List<Double>> memory(Raw raw) {
        Map<Series, List<Double>> memory = new EnumMap<>(Series.class);
        memory.putAll(raw.series());
        memory.remove(Series.CLIENT_BYTES);
        return memory;
    }

    public boolean valid() {
        return faults.isEmpty();
    }
}
