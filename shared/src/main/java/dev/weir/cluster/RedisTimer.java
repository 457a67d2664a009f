package dev.weir.cluster;

import dev.weir.cluster.shares.Shares;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The timer thread of a {@link RedisLink}. One in {@link Shares#CALM_SLICES} slices also runs the looks, which are tasks
 * that check or read Redis. They run together, because waking up a thread on a busy core costs more CPU time than a
 * task. Tasks must not block, and periodic tasks must not throw. Thread-safe.
 */
final class RedisTimer implements AutoCloseable {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("weir-redis").factory());
    private final List<Runnable> looks = new CopyOnWriteArrayList<>();
    private final List<Consumer<Boolean>> slices = new CopyOnWriteArrayList<>();
    private int slice; // used only on the timer thread

    /** Starts the periodic tasks. The first slice runs at once, with the looks. */
    void start() {
        thread.execute(this::slice);
    }

    /** Runs {@code look} in one of {@link Shares#CALM_SLICES} slices. */
    void onLook(Runnable look) {
        looks.add(look);
    }

    /** Runs {@code task} once per {@link Shares#SLICE}. Passes true if the tasks of {@link #onLook} follow in that slice. */
    void onSlice(Consumer<Boolean> task) {
        slices.add(task);
    }

    /** Runs a task after a delay. {@link #close} cancels it. */
    void later(Runnable task, long millis) {
        if (!thread.isShutdown()) {
            var _ = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Returns an executor that runs tasks on the timer thread. */
    Executor thread() {
        return thread;
    }

    private void slice() {
        later(this::slice, Shares.SLICE.toMillis()); // first, so that the next slice runs even after an error
        boolean isLook = slice++ % Shares.CALM_SLICES == 0;
        slices.forEach(task -> task.accept(isLook));
        if (isLook) {
            looks.forEach(Runnable::run);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
