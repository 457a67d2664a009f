package dev.weir.reactive.tuned.netty;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs tasks on an event loop in slices of about one millisecond. Between two slices, the loop serves its sockets. A
 * slice is a scheduled task with delay 0. If slices were submitted without a schedule, Netty would run them for up to a
 * second before it serves the sockets. Thread-safe.
 */
class SlicedExecutor implements Executor {
    private static final long SLICE_NANOS = Duration.ofMillis(1).toNanos();

    private final EventLoop loop;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Whether {@link #slice} is scheduled and has not begun yet. */
    private final AtomicBoolean due = new AtomicBoolean();

    SlicedExecutor(EventLoop loop) {
        this.loop = loop;
    }

    /** @throws java.util.concurrent.RejectedExecutionException when the loop has ended */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (due.compareAndSet(false, true)) {
            schedule();
        }
    }

    /**
     * Runs {@code task} at once if no other task waits, or else after all waiting tasks. Call it on the event loop.
     * Downloads end by such tasks. So when many grants arrive together, every download writes before any one ends.
     */
    void runLast(Runnable task) {
        if (tasks.isEmpty()) {
            task.run();
        } else {
            execute(task);
        }
    }

    private void schedule() {
        var _ = loop.schedule(this::slice, 0, TimeUnit.NANOSECONDS);
    }

    private void slice() {
        long endNanos = System.nanoTime() + SLICE_NANOS;
        due.set(false);
        try {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
                if (System.nanoTime() - endNanos >= 0) {
                    break;
                }
            }
        } finally { // the other tasks must run even if one throws
            if (!tasks.isEmpty() && due.compareAndSet(false, true)) {
                schedule();
            }
        }
    }
}
