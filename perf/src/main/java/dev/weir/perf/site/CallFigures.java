package dev.weir.perf.site;

import dev.weir.perf.load.Calls;
import dev.weir.perf.load.Window;
import dev.weir.perf.server.Memory;
import dev.weir.perf.server.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What too many calls come to, as figures.
 *
 * @param capacity calls a second, one after the other
 * @param planned calls a second
 */
public record CallFigures(
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

    public List<Figure> all(Memory before, Memory after) {
        List<Figure> figures = new ArrayList<>(List.of(
                Figure.told("capacity, closed", capacity, "calls/s"),
                Figure.told("sent", planned, "calls/s"),
                Figure.told("accepted", counts.acceptedMicros().size() / counts.seconds(), "calls/s")));
        figures.addAll(Figure.times("accepted", counts.acceptedMicros(), MOST_ACCEPTED_MILLIS));
        figures.add(Figure.atLeast("refused with 503", counts.refusedMicros().size(), 1, ""));
        figures.add(Figure.exactly("of these without Retry-After", counts.withoutRetryAfter(), 0, ""));
        figures.addAll(Figure.times("refused", counts.refusedMicros(), MOST_MILLIS));
        figures.addAll(Figure.times(Probes.FILE_FIRST, fileMicros, MOST_MILLIS));
        figures.addAll(Figure.times(Probes.HEALTH_FIRST, healthMicros, MOST_MILLIS));
        figures.addAll(List.of(
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

    public Map<String, List<Long>> raw() {
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

    /** Which calls of a window were accepted and which were refused, and after how long. Confined to the generator's loop. */
    public static final class Overload implements Calls.Listener {
        private final Window window;
        private final List<Calls.AnsweredCall> answers = new ArrayList<>();
        private final List<Long> acceptedMicros = new ArrayList<>();
        private final List<Long> refusedMicros = new ArrayList<>();
        private long withoutRetryAfter;

        /**
         * What was counted so far, safe to be carried to another thread.
         *
         * @param acceptedMicros from the instant that was drawn to the last byte
         * @param withoutRetryAfter refused ones that do not say when to try again
         */
        public record Counts(
                double seconds, List<Long> acceptedMicros, List<Long> refusedMicros, long withoutRetryAfter) {}

        public Overload(Window window) {
            this.window = window;
        }

        @Override
        public void answered(Calls.AnsweredCall call, Times times) {
            answers.add(call);
            note(acceptedMicros, times);
        }

        @Override
        public boolean refused(boolean saysWhen, Times times) {
            note(refusedMicros, times);
            withoutRetryAfter += saysWhen ? 0 : 1;
            return true;
        }

        private void note(List<Long> micros, Times times) {
            if (window.contains(times.intendedNanos())) {
                micros.add(TimeUnit.NANOSECONDS.toMicros(times.answeredNanos() - times.intendedNanos()));
            }
        }

        /** Also those of before the window. */
        public List<Calls.AnsweredCall> answers() {
            return List.copyOf(answers);
        }

        public Counts copy() {
            return new Counts(
                    window.seconds(), List.copyOf(acceptedMicros), List.copyOf(refusedMicros), withoutRetryAfter);
        }
    }
}
