package dev.weir.throttle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;

/** A clock that stands still until a test moves it, and a timer that follows this clock. */
public final class ManualTime implements Timer, LongSupplier {
    private final List<Ring> rings = new ArrayList<>();
    private long now;

    private record Ring(long atNanos, Runnable task) {}

    @Override
    public long getAsLong() {
        return now;
    }

    @Override
    public Runnable schedule(Runnable task, long delayNanos) {
        Ring ring = new Ring(now + delayNanos, task);
        rings.add(ring);
        return () -> rings.remove(ring);
    }

    public void moveTo(long nanos) {
        while (!rings.isEmpty() && next() <= nanos) {
            ringLate(0);
        }
        now = nanos;
    }

    /** Moves the clock to {@code lateNanos} nanoseconds after the time of the earliest timer, and fires this timer. */
    public void ringLate(long lateNanos) {
        Ring first = rings.stream().min(Comparator.comparingLong(Ring::atNanos)).orElseThrow();
        rings.remove(first);
        now = Math.max(now, first.atNanos + lateNanos);
        first.task.run();
    }

    public long next() {
        return rings.stream().mapToLong(Ring::atNanos).min().orElseThrow();
    }

    public int rings() {
        return rings.size();
    }
}
