package dev.weir.throttle;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time in the order of their submission. It needs neither a lock nor a thread of its own.
 *
 * <p>The counter {@code work} counts submitted tasks. The thread that raises it from 0 to 1 becomes the runner and runs
 * tasks until the queue is empty. Every other thread leaves its task in the queue and returns. No caller waits, so an
 * event loop may call {@link #execute}.
 *
 * <p>No task is lost. A caller first adds its task and then increments {@code work}. The runner empties the queue and
 * then subtracts the value that {@code work} had before. If the result is not 0, a caller has added a task meanwhile,
 * and the runner continues. These atomic operations also make the writes of one runner visible to the next.
 */
final class SerialExecutor implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** The number of submitted tasks that the runner has not subtracted yet. At least 1 while there is a runner. */
    private final AtomicInteger work = new AtomicInteger();

    private final Runnable turn;

    /** @param turn runs each time the queue has become empty, never concurrently with a task */
    SerialExecutor(Runnable turn) {
        this.turn = turn;
    }

    /**
     * Runs {@code task} on this thread, or leaves it to the current runner. An exception goes to the runner's uncaught
     * exception handler, and the later tasks still run.
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
