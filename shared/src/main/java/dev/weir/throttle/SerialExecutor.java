package dev.weir.throttle;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time, in the order of their submission. Uses neither a lock nor a thread of its own.
 *
 * <p>A thread that submits a task adds the task to a queue, and then increments the counter {@code work}. The thread
 * that raises the counter from 0 to 1 becomes the runner, and runs tasks until the queue is empty. Any other thread
 * returns at once. No thread waits for another, so an event loop may call {@link #execute}.
 *
 * <p>No task is lost. The runner remembers the value of {@code work}, empties the queue, and then subtracts the
 * remembered value. If the result is not 0, another task was added meanwhile, and the runner continues. These atomic
 * operations also make the writes of one runner visible to the next.
 */
final class SerialExecutor implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /**
     * The number of submitted tasks that the running thread has not subtracted yet. This thread subtracts tasks after
     * it has run them. The counter is above 0 while a thread runs tasks.
     */
    private final AtomicInteger work = new AtomicInteger();

    private final Runnable turn;

    /** @param turn a task that runs each time the queue has become empty, never at the same time as another task */
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
        if (work.getAndIncrement() == 0) {
            run();
        }
    }

    /** Runs {@code task} on this thread, or returns false at once if a thread is running tasks now. */
    boolean executeIfIdle(Runnable task) {
        if (!work.compareAndSet(0, 1)) {
            return false;
        }
        Guarded.run(task);
        run();
        return true;
    }

    private void run() {
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
