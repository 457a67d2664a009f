package dev.weir.throttle;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time, in the order of their submission. Uses neither a lock nor a thread of its own.
 *
 * <p>The counter {@code work} counts submitted tasks. The thread that raises it from 0 to 1 becomes the runner, and
 * runs tasks until the queue is empty. Any other thread adds its task to the queue and returns. No caller waits, so an
 * event loop may call {@link #execute}.
 *
 * <p>No task is lost. A thread adds its task before it increments {@code work}. The runner remembers {@code work},
 * empties the queue, and then subtracts the remembered value. If the result is not 0, another task was added meanwhile,
 * and the runner continues. These atomic operations also make the writes of one runner visible to the next.
 */
final class SerialExecutor implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /**
     * The number of submitted tasks. When the queue is empty, the running thread subtracts the tasks that it has run.
     * Above 0 while a thread runs tasks.
     */
    private final AtomicInteger work = new AtomicInteger();

    private final Runnable turn;

    /** @param turn runs whenever the queue has become empty, but never at the same time as a task */
    SerialExecutor(Runnable turn) {
        this.turn = turn;
    }

    /**
     * Runs {@code task} on this thread, or leaves it to the thread that is running tasks now. If a task throws, the
     * running thread's uncaught exception handler gets the exception, and later tasks still run.
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
