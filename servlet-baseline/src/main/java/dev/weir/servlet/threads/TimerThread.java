package dev.weir.servlet.threads;

import dev.weir.throttle.Timer;
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

    /** Stops the thread, and discards tasks that have not started. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
