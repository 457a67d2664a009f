package dev.weir.perf.events;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Counts the events that all subscribers of {@link NumberedStreams} get. Used only on the generator's event loop. */
final class StreamTally {
    private final Map<String, Long> errors = new TreeMap<>();
    private final List<Histogram> micros;
    private int measuredFrom;
    private long lost;
    private long twice;
    long cutOff;
    int ready;

    /** {@code publishers} servers publish in turn. Latencies are recorded from event number {@code measuredFrom} on. */
    StreamTally(int publishers, int measuredFrom) {
        this.measuredFrom = measuredFrom;
        micros = IntStream.range(0, publishers).mapToObj(_ -> new Histogram(3)).toList();
    }

    /** Sets the counts of lost events, repeated events and errors to zero. Stops the recording of latencies. */
    void begin() {
        measuredFrom = Integer.MAX_VALUE;
        lost = 0;
        twice = 0;
        errors.clear();
    }

    void failed(String reason) {
        errors.merge(reason, 1L, Long::sum);
    }

    /** Counts event {@code number}, which came when event {@code next} was expected. Returns what to expect next. */
    int event(int number, int next, long latencyNanos) {
        if (number < next) {
            twice++;
            return next;
        }
        lost += number - next;
        if (number >= measuredFrom) {
            micros.get(number % micros.size()).recordValue(TimeUnit.NANOSECONDS.toMicros(latencyNanos));
        }
        return number + 1;
    }

    Seen seen(long missing) {
        return Seen.of(ready, missing, lost, twice, cutOff, errors, micros);
    }
}
