package dev.weir.perf.scenario;

import dev.weir.perf.load.Arrivals;
import dev.weir.perf.load.Requests;
import dev.weir.perf.load.Window;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Measures how long a server takes to recover from a disturbance: until the last bad slot ends. A slot of 100 ms is bad
 * if a request that is due in it is refused or unanswered. A slot is slow if its median response time is over
 * {@link #mostMicros}. Two slow slots in a row are bad. One alone may be the machine's fault. Not thread-safe.
 */
final class Recovery implements Requests.Listener {
    static final Duration SLOT = Duration.ofMillis(100);

    /** A slowdown above this factor counts. A half-loaded M/M/1 queue reaches it if its capacity falls to 3/4. */
    static final int SLOWER = 2;

    /** A median response time up to this much over the calm one is not slow: a sleeping processor may wake up late. */
    static final long FLOOR_MICROS = 100;

    private final Window window;
    private final long mostMicros;
    private final List<Histogram> slots;
    private final int[] due;

    /** The times in {@code plan} count from the window's start. {@code calmMicros} is the calm median response time. */
    Recovery(Window window, Arrivals plan, long calmMicros) {
        this.window = window;
        mostMicros = Math.max(SLOWER * calmMicros, calmMicros + FLOOR_MICROS);
        slots = Stream.generate(() -> new Histogram(2))
                .limit((window.toNanos() - window.fromNanos()) / SLOT.toNanos())
                .toList();
        due = new int[slots.size()];
        plan.within(SLOT.multipliedBy(slots.size()), offset -> due[(int) (offset / SLOT.toNanos())]++);
    }

    @Override
    public void answered(long intendedNanos, long sentNanos, long answeredNanos) {
        int slot = (int) ((intendedNanos - window.fromNanos()) / SLOT.toNanos());
        if (window.contains(intendedNanos) && slot < slots.size()) {
            slots.get(slot).recordValue(TimeUnit.NANOSECONDS.toMicros(answeredNanos - intendedNanos));
        }
    }

    /** Returns the seconds from the start of the window until the server has recovered; 0 if it was not disturbed. */
    double seconds() {
        int end = IntStream.range(0, slots.size()).filter(this::bad).max().orElse(-1) + 1;
        return end * SLOT.toNanos() / 1e9;
    }

    private boolean bad(int slot) {
        return slots.get(slot).getTotalCount() < due[slot] || (slow(slot) && (slow(slot - 1) || slow(slot + 1)));
    }

    private boolean slow(int slot) {
        return slot >= 0 && slot < slots.size() && slots.get(slot).getValueAtPercentile(50) > mostMicros;
    }
}
