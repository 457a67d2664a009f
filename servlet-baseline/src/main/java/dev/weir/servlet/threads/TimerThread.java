package dev.weir.servlet.threads;

import dev.weir.throttle.Timer;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs timers and other tasks on one thread, one after another. A task must not block. Thread-safe. */
public final class TimerThread implements Timer, Executor, AutoCloseable {
    private final ScheduledThreadPoolExecutor thread;

    public TimerThread(String name) {
        thread = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name).factory());
        thread.setRemoveOnCancelPolicy(true); // most timers of a throttle are cancelled
    }

    @Override
    public Runnable schedule(Runnable task, long delayNanos) {
        Future<?> alarm = thread.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    /**
     * If another task is due, runs {@code task} on the timer thread after all due tasks. Else runs it at once on the
     * calling thread. Downloads end by such tasks. So when many grants arrive together, every download writes before
     * any one ends.
     */
    public void runLast(Runnable task) {
        if (thread.getQueue().peek() instanceof Delayed next && next.getDelay(TimeUnit.NANOSECONDS) <= 0) {
            thread.execute(task);
        } else {
            task.run();
        }
    }

    /** Stops the thread, and discards tasks that have not started. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
