package dev.weir.throttle;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A {@link SerialExecutor} with one planted fault. The thread that runs the tasks stops without checking whether
 * another thread has added a task at the same time.
 */
final class BrokenSerialExecutor implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger work = new AtomicInteger();
    private final Runnable turn;

    BrokenSerialExecutor(Runnable turn) {
        this.turn = turn;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (work.getAndIncrement() != 0) {
            return;
        }
        for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
            next.run();
        }
        turn.run();
        work.set(0);
    }
}
