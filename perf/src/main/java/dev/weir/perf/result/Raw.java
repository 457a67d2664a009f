package dev.weir.perf.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one trial recorded, before anything was computed from it; its histograms and the server's log are files of the
 * same name.
 *
 * @param unit of the work that slices count
 * @param errors of the load, by what went wrong; in every phase of the trial
 * @param failure why there is nothing to measure, or null
 */
public record Raw(
        Case planned,
        String unit,
        List<String> command,
        List<String> serverLines,
        WarmUp warmUp,
        List<Slice> slices,
        Map<Value, Double> values,
        Map<Series, List<Double>> series,
        Map<String, Long> errors,
        Fitness fitness,
        @Nullable String failure) {

    public static Raw failed(Case planned, Exception cause) {
        String failure = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new Raw(
                planned,
                "",
                List.of(),
                List.of(),
                new WarmUp(0, false),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                new Fitness(0, 0, 0),
                failure);
    }
}
