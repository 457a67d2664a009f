package dev.weir.cluster;

import dev.weir.cluster.shares.Shares;
import dev.weir.cluster.shares.Ticker;
import dev.weir.throttle.Guarded;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The timer thread of a {@link RedisLink}. Time is divided into slices of {@link Shares#SLICE}. Each slice runs the
 * tasks of {@link #onSlice}. One in {@link Shares#CALM_SLICES} slices also runs the looks, which are tasks that check
 * or read Redis. They run together, because waking up a thread on a busy core costs more CPU time than a task. For the
 * same reason, the timer rests: it leaves out the slices without looks while no task needs them. Tasks must not block,
 * and looks must not throw. Thread-safe.
 */
final class RedisTimer implements Ticker, AutoCloseable {
    private static final long SLICE_NANOS = Shares.SLICE.toNanos();

    private final LongSupplier nanoClock;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("weir-redis").factory());
    private final List<Runnable> looks = new CopyOnWriteArrayList<>();
    private final List<Predicate<Boolean>> tasks = new CopyOnWriteArrayList<>();

    // The fields below are used only on the timer thread.
    private @Nullable ScheduledFuture<?> next;
    private int slice; // the position of the planned slice: 0 is a slice of the looks

    RedisTimer(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        thread.setRemoveOnCancelPolicy(true); // else a cancelled slice would still wake up the thread
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // after close
    }

    /** Starts the periodic tasks. The first slice runs at once, with the looks. */
    void start() {
        thread.execute(this::slice);
    }

    /** Runs {@code look} in one of {@link Shares#CALM_SLICES} slices. */
    void onLook(Runnable look) {
        looks.add(look);
    }

    /**
     * Runs {@code task} in each slice that is not left out. Passes true if the looks follow in that slice.
     *
     * @param task returns whether the slices before the next look may be left out, until {@link #wake} is called
     */
    void onSlice(Predicate<Boolean> task) {
        tasks.add(task);
        wake();
    }

    /** Runs a task after a delay. {@link #close} cancels it. */
    void later(Runnable task, long millis) {
        var _ = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void execute(Runnable task) {
        later(() -> Guarded.run(task), 0);
    }

    @Override
    public void wake() {
        execute(this::endRest);
    }

    /** Returns an executor that runs tasks on the timer thread. After {@link #close}, it discards them. */
    Executor thread() {
        return thread;
    }

    private void slice() {
        long begunNanos = nanoClock.getAsLong();
        boolean isLook = slice == 0;
        boolean mayRest = true;
        try {
            for (Predicate<Boolean> task : tasks) {
                mayRest &= mayRest(task, isLook);
            }
            if (isLook) {
                looks.forEach(Runnable::run);
            }
        } finally { // also after an error, or no slice would run again
            int slices = mayRest ? Shares.CALM_SLICES - slice : 1;
            slice = (slice + slices) % Shares.CALM_SLICES;
            plan(slices * SLICE_NANOS - (nanoClock.getAsLong() - begunNanos));
        }
    }

    private static boolean mayRest(Predicate<Boolean> task, boolean isLook) {
        try {
            return task.test(isLook);
        } catch (Throwable e) {
            Guarded.report(e);
            return false;
        }
    }

    private void plan(long delayNanos) {
        next = thread.schedule(this::slice, delayNanos, TimeUnit.NANOSECONDS);
    }

    /** Ends a rest: plans the next of the slices that were left out. */
    private void endRest() {
        ScheduledFuture<?> planned = next;
        long delayNanos = planned == null ? 0 : planned.getDelay(TimeUnit.NANOSECONDS);
        int slices = (int) ((delayNanos - 1) / SLICE_NANOS);
        if (planned != null && slices > 0) {
            planned.cancel(false);
            slice = Shares.CALM_SLICES - slices; // a rest lasts until the next look
            plan(delayNanos - slices * SLICE_NANOS);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
