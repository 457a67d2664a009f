package dev.weir.watch.run;

import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.HistogramLog;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.RunPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** The records of the trials that have ended. Each record is read once. Not thread-safe. */
final class TrialRecords {
    private static final int DIGITS = 3;

    private final Archive archive;
    private final List<RunPlan.Case> cases = new ArrayList<>();
    private final List<Evidence> evidence = new ArrayList<>();

    TrialRecords(Archive archive) {
        this.archive = archive;
    }

    int size() {
        return cases.size();
    }

    /** Returns whether {@code ended} begins with the trials that this object has read. */
    boolean isBeginningOf(List<RunPlan.Case> ended) {
        return cases.size() <= ended.size() && cases.equals(ended.subList(0, cases.size()));
    }

    void read(RunPlan.Case ended) throws IOException {
        Raw raw = Archive.read(archive.record(ended), Raw.class);
        evidence.add(new Evidence(
                raw, packed(HistogramLog.read(archive.record(ended).resolveSibling(ended.name() + ".hlog")))));
        cases.add(ended);
    }

    /** Copies the histograms into packed ones, which use little memory for values that do not occur. */
    private static Map<Evidence.Tag, Histogram> packed(Map<Evidence.Tag, Histogram> micros) {
        Map<Evidence.Tag, Histogram> packed = new EnumMap<>(Evidence.Tag.class);
        micros.forEach((tag, histogram) -> {
            Histogram small = new PackedHistogram(DIGITS);
            small.add(histogram);
            packed.put(tag, small);
        });
        return packed;
    }

    List<Evidence> evidence() {
        return List.copyOf(evidence);
    }
}
