package dev.weir.perf.bench;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** An event loop without its sockets: the benchmark's thread runs what it is handed. */
final class Loop implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** Runs one task; spins until there is one, since another thread may be about to hand it over. */
    void runOne() {
        Runnable task = tasks.poll();
        while (task == null) {
            Thread.onSpinWait();
            task = tasks.poll();
        }
        task.run();
    }
}
