package dev.weir.perf.storm;

import dev.weir.perf.server.Memory;
import dev.weir.perf.server.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What too many calls come to, as figures.
 *
 * @param capacity calls a second, one after the other
 * @param planned calls a second
 */
record CallFigures(
        double capacity,
        double planned,
        Overload.Counts counts,
        List<Long> fileMicros,
        List<Long> healthMicros,
        Usage.Spent spent,
        Histogram lagMicros) {
    /** Of what shares its core with calls: a few turns of the scheduler. */
    private static final double MOST_MILLIS = 20;
    /** The queue ends: what is in it is computed in this time, three times over. */
    private static final double MOST_ACCEPTED_MILLIS = 500;
    /** What is remembered of accepted messages, and what a heap of half a gigabyte takes back only now and then. */
    private static final double MOST_HEAP_MIB = 16;

    private static final double MIB = 1 << 20;

    List<Figure> all(Memory before, Memory after) {
        List<Figure> figures = new ArrayList<>(List.of(
                Figure.told("capacity, closed", capacity, "calls/s"),
                Figure.told("sent", planned, "calls/s"),
                Figure.told("accepted", counts.acceptedMicros().size() / counts.seconds(), "calls/s"),
                Figure.told("accepted, p50", Figure.millis(counts.acceptedMicros(), 50), "ms"),
                Figure.atMost("p99", Figure.millis(counts.acceptedMicros(), 99), MOST_ACCEPTED_MILLIS, "ms"),
                Figure.told("the longest", Figure.millis(counts.acceptedMicros(), 100), "ms"),
                Figure.atLeast("refused with 503", counts.refusedMicros().size(), 1, ""),
                Figure.exactly("of these without Retry-After", counts.withoutRetryAfter(), 0, ""),
                Figure.told("refused, p50", Figure.millis(counts.refusedMicros(), 50), "ms"),
                Figure.atMost("p99", Figure.millis(counts.refusedMicros(), 99), MOST_MILLIS, "ms"),
                Figure.told("the longest", Figure.millis(counts.refusedMicros(), 100), "ms"),
                Figure.told(
                        "%d bytes, first byte, p50, of %d".formatted(Probes.FILE_BYTES, fileMicros.size()),
                        Figure.millis(fileMicros, 50),
                        "ms"),
                Figure.atMost("p99", Figure.millis(fileMicros, 99), MOST_MILLIS, "ms"),
                Figure.told(
                        "health, first byte, p50, of %d".formatted(healthMicros.size()),
                        Figure.millis(healthMicros, 50),
                        "ms"),
                Figure.atMost("p99", Figure.millis(healthMicros, 99), MOST_MILLIS, "ms"),
                Figure.told("RSS before", before.rssBytes() / MIB, "MiB"),
                Figure.told("RSS after", after.rssBytes() / MIB, "MiB"),
                Figure.told("live heap before", heapMib(before), "MiB"),
                Figure.atMost("live heap after, more", heapMib(after) - heapMib(before), MOST_HEAP_MIB, "MiB"),
                Figure.told("the server's core is used", spent.cpuSeconds() / spent.seconds() * 100, "%")));
        figures.addAll(Site.lag(lagMicros));
        return List.copyOf(figures);
    }

    private static double heapMib(Memory memory) {
        return memory.liveHeapBytes().orElseThrow() / MIB;
    }

    Map<String, List<Long>> raw() {
        return Map.of(
                "accepted, microseconds",
                counts.acceptedMicros(),
                "refused, microseconds",
                counts.refusedMicros(),
                "file, first byte, microseconds",
                fileMicros,
                "health, first byte, microseconds",
                healthMicros);
    }
}
