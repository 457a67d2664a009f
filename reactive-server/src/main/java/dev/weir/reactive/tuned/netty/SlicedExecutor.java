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
final class SlicedExecutor implements Executor {
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

    private void schedule() {
        var _ = loop.schedule(this::slice, 0, TimeUnit.NANOSECONDS);
    }

    private void slice() {
        long endNanos = System.nanoTime() + SLICE_NANOS;
        due.set(false);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            if (System.nanoTime() - endNanos >= 0) {
                break;
            }
        }
        if (!tasks.isEmpty() && due.compareAndSet(false, true)) {
            schedule();
        }
    }
}
