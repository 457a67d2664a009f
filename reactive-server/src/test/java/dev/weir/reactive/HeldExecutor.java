package dev.weir.reactive;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Runs each task at once on the caller's thread. After {@link #hold}, queues tasks until the test calls
 * {@link #release}.
 */
public final class HeldExecutor extends AbstractExecutorService {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean held;
    private boolean shut;

    public void hold() {
        held = true;
    }

    /** Runs the queued tasks. Later tasks run at once. */
    public void release() {
        held = false;
        runWaiting();
    }

    /** Returns whether no task is queued. */
    public boolean isIdle() {
        return tasks.isEmpty();
    }

    private void runWaiting() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public void execute(Runnable task) {
        if (shut) {
            throw new RejectedExecutionException();
        }
        tasks.add(task);
        if (!held) {
            runWaiting();
        }
    }

    @Override
    public void shutdown() {
        shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shut = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shut;
    }

    @Override
    public boolean isTerminated() {
        return shut;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shut;
    }
}
