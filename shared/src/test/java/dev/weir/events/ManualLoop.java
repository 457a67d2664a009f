package dev.weir.events;

import dev.weir.throttle.Timer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** An event loop for tests, with its own timer and clock. Runs tasks only when a test tells it to. */
final class ManualLoop implements Executor, Timer, LongSupplier {
    private record Ring(long atNanos, long order, Runnable task) {}

    private static final Comparator<Ring> FIRST =
            Comparator.comparingLong(Ring::atNanos).thenComparingLong(Ring::order);

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Ring> rings = new ArrayList<>();
    private final long lookNanos;
    private long order;
    private long now;

    /** @param lookNanos the nanoseconds that pass at each reading of the clock */
    ManualLoop(long lookNanos) {
        this.lookNanos = lookNanos;
    }

    @Override
    public long getAsLong() {
        now += lookNanos;
        return now;
    }

    long now() {
        return now;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Runnable schedule(Runnable task, long delayNanos) {
        Ring ring = new Ring(now + delayNanos, order++, task);
        rings.add(ring);
        return () -> rings.remove(ring);
    }

    /**
     * Runs the first task that is due. Submitted tasks run before tasks of the timer.
     *
     * @return whether a task was due
     */
    boolean step() {
        Runnable task = tasks.poll();
        if (task == null) {
            Optional<Ring> ring = next().filter(first -> first.atNanos <= now);
            ring.ifPresent(rings::remove);
            task = ring.map(Ring::task).orElse(null);
        }
        if (task != null) {
            task.run();
        }
        return task != null;
    }

    void run() {
        while (step()) {
            // Repeats until no task is due.
        }
    }

    /**
     * Lets time pass and runs the tasks that become due. A timer fires on time, unless an earlier task is still running
     * at that time.
     */
    void pass(long nanos) {
        long end = now + nanos;
        run();
        for (Optional<Ring> ring = next(); ring.isPresent() && ring.get().atNanos <= end; ring = next()) {
            now = Math.max(now, ring.get().atNanos);
            run();
        }
        now = Math.max(now, end);
    }

    private Optional<Ring> next() {
        return rings.stream().min(FIRST);
    }

    int tasks() {
        return tasks.size();
    }

    int rings() {
        return rings.size();
    }
}
