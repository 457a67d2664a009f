package dev.weir.throttle;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time, in the order in which they came, without a lock and without a thread of its own.
 *
 * <p>The thread that moves {@code work} from 0 to 1 runs the queue until it is empty. Every other thread leaves its
 * task in the queue and returns. No caller waits, so an event loop may call this.
 *
 * <p>No task is lost. A caller first adds its task to the queue and then increments {@code work}. The running thread
 * stops only by moving {@code work} to 0 from the value it saw before it found the queue empty. If it missed a task,
 * that increment either makes this move fail, or finds 0 and makes its caller the next runner. The same atomic
 * operations order the memory: the next runner sees what the last one wrote.
 */
final class SerialExecutor implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Tasks that were announced and have not run. At least 1 while a thread runs them. */
    private final AtomicInteger work = new AtomicInteger();

    private final Runnable turn;

    /** @param turn runs each time the queue has been emptied, never at the same time as a task */
    SerialExecutor(Runnable turn) {
        this.turn = turn;
    }

    /**
     * Runs {@code task} now, or leaves it to the thread that is running other tasks. An exception of a task or of the
     * turn goes to the running thread's uncaught exception handler, and the tasks behind it still run.
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
