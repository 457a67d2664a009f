package dev.weir.throttle;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time, in the order in which they came, without a lock and without a thread of its own.
 *
 * <p>Whoever moves {@code work} from 0 to 1 runs the queue until it is empty; everybody else leaves the task and goes.
 * Nobody waits for anybody, so an event loop may call this.
 *
 * <p>The add to {@code work} follows the add to the queue, and the runner leaves only by moving {@code work} to 0 from
 * the value that it saw before it found the queue empty. So a task that the runner missed is announced by a move that
 * either the runner sees, or that finds 0 and makes its caller the next runner. The same moves order the memory: what
 * one runner wrote, the next one sees.
 */
final class SerialExecutor implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Tasks announced and not yet run, at least 1 while somebody runs them. */
    private final AtomicInteger work = new AtomicInteger();

    private final Runnable turn;

    /** @param turn runs after each time that the queue was emptied, under the same exclusion */
    SerialExecutor(Runnable turn) {
        this.turn = turn;
    }

    /**
     * Runs {@code task} now, or leaves it to the thread that is running others. One that throws, as a turn that throws,
     * is told to the running thread's uncaught exception handler; what comes after it runs.
     */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (work.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
                Guarded.run(next);
            }
            Guarded.run(turn);
            seen = work.addAndGet(-seen);
        } while (seen != 0);
    }
}
