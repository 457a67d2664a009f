package dev.weir.perf.scenario;

import dev.weir.perf.load.Requests;
import dev.weir.perf.load.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Finds when a server is as fast again as before a disturbance. Divides the time after it into slots. A slot is good if
 * the median response time of the requests that are due in it is at most {@code mostMicros}. Not thread-safe.
 */
final class Recovery implements Requests.Listener {
    static final Duration SLOT = Duration.ofMillis(100);
    static final int GOOD_SLOTS = 10;

    private final Window window;
    private final long mostMicros;
    private final List<Histogram> slots;

    Recovery(Window window, long mostMicros) {
        this.window = window;
        this.mostMicros = mostMicros;
        slots = Stream.generate(() -> new Histogram(2))
                .limit((window.toNanos() - window.fromNanos()) / SLOT.toNanos())
                .toList();
    }

    @Override
    public void answered(long intendedNanos, long sentNanos, long answeredNanos) {
        int slot = (int) ((intendedNanos - window.fromNanos()) / SLOT.toNanos());
        if (window.contains(intendedNanos) && slot < slots.size()) {
            slots.get(slot).recordValue(TimeUnit.NANOSECONDS.toMicros(answeredNanos - intendedNanos));
        }
    }

    /** Returns the time until the first of ten good slots in a row. Returns the whole time if there are none. */
    double seconds() {
        List<Boolean> good = new ArrayList<>();
        slots.forEach(slot -> good.add(slot.getTotalCount() > 0 && slot.getValueAtPercentile(50) <= mostMicros));
        int from = 0;
        while (from + GOOD_SLOTS <= good.size()
                && good.subList(from, from + GOOD_SLOTS).contains(false)) {
            from++;
        }
        boolean found = from + GOOD_SLOTS <= good.size();
        return (found ? from : good.size()) * SLOT.toNanos() / 1e9;
    }
}
