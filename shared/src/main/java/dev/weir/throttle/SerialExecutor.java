package dev.weir.throttle;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time in the order of their submission. Needs neither a lock nor a thread of its own.
 *
 * <p>The thread that raises {@code work} from 0 to 1 becomes the runner. It runs the queued tasks until the queue is
 * empty. Every other thread leaves its task in the queue and returns. No caller waits, so an event loop may call {@link
 * #execute}.
 *
 * <p>No task is lost. A caller first adds its task to the queue and then increments {@code work}. After the runner has
 * emptied the queue, it subtracts the value of {@code work} that it read before. If the result is not 0, a caller has
 * added a task meanwhile, and the runner continues. If the result is 0, the next caller becomes the runner. These
 * atomic operations also order the memory accesses: each runner sees everything that the runner before it wrote.
 */
final class SerialExecutor implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /**
     * The number of submitted tasks. The runner subtracts them after it has emptied the queue. At least 1 while there
     * is a runner.
     */
    private final AtomicInteger work = new AtomicInteger();

    private final Runnable turn;

    /** @param turn a task that runs each time the queue has become empty, and never concurrently with another task */
    SerialExecutor(Runnable turn) {
        this.turn = turn;
    }

    /**
     * Runs {@code task} on this thread, or leaves it to the thread that is already running tasks. An exception from a
     * task goes to the running thread's uncaught exception handler. The later tasks still run.
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
