package dev.weir.reactive;

import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executor;

/**
 * Runs tasks on an event loop, and measures how much of the time the event loop's thread uses the CPU. Each task passed
 * to {@link #execute} triggers one measurement, which covers the time since the previous such task. Any thread may call
 * the methods.
 */
final class LoopLoad implements Executor {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final SingleThreadEventExecutor loop;

    // Used only on the event loop.
    private boolean measured;
    private long lastNanos;
    private long lastCpuNanos;

    private volatile double share;

    LoopLoad(SingleThreadEventExecutor loop) {
        this.loop = loop;
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(() -> {
            measure();
            task.run();
        });
    }

    private void measure() {
        long nowNanos = System.nanoTime();
        long cpuNanos = THREADS.getCurrentThreadCpuTime();
        if (measured && nowNanos > lastNanos) {
            share = Math.clamp((double) (cpuNanos - lastCpuNanos) / (nowNanos - lastNanos), 0, 1);
        }
        measured = true;
        lastNanos = nowNanos;
        lastCpuNanos = cpuNanos;
    }

    /**
     * Returns the result of the latest measurement: the fraction of the time, from 0 to 1, in which the event loop's
     * thread used the CPU. A measurement covers the time between the starts of two tasks passed to {@link #execute}.
     * Until the second such task starts, the result is 0.
     */
    double share() {
        return share;
    }

    /** Returns the number of tasks in the queue of the event loop. */
    int waiting() {
        return loop.pendingTasks();
    }
}
