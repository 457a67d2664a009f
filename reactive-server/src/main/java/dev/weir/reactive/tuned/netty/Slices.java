package dev.weir.reactive.tuned.netty;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has an event loop work for a moment and look after its sockets, in turn.
 *
 * <p>A loop runs its tasks, and those that come meanwhile, for up to a second before it looks whether a socket is ready or
 * a connection is to be accepted. Only what is scheduled, if for now, waits until it has looked. Thread-safe.
 */
final class Slices implements Executor {
    private static final long SLICE_NANOS = Duration.ofMillis(1).toNanos();

    private final EventLoop loop;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Whether the loop will run a slice; set after a task is added, and taken back before the queue is found empty. */
    private final AtomicBoolean due = new AtomicBoolean();

    Slices(EventLoop loop) {
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
