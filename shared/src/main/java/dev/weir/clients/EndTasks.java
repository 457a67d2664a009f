package dev.weir.clients;

import dev.weir.throttle.Guarded;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * A set of tasks that end downloads or subscriptions early. Each client with an API key has a set, which runs when the
 * key is revoked. One more set contains a task for each download of any client, and runs when the server stops.
 * Thread-safe. Runs no task under a lock.
 */
public final class EndTasks {
    private final Set<Runnable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean begun;

    /**
     * Registers a task that ends one download or subscription. {@link #run} runs the task later. If {@code run} has
     * been called already, the calling thread runs the task at once.
     *
     * @param end the task; must be a new object for each registration
     * @return a task that ends the registration
     */
    Runnable add(Runnable end) {
        open.add(end);
        if (begun && open.remove(end)) { // run() may have missed the task
            Guarded.run(end);
        }
        return () -> open.remove(end);
    }

    /** Returns whether {@link #run} has been called. */
    boolean hasBegun() {
        return begun;
    }

    /**
     * Runs all registered tasks on {@code executor}, and returns their number. If a task throws, or {@code executor}
     * refuses it, the other tasks still run.
     */
    int run(Executor executor) {
        begun = true;
        int[] tasks = new int[1];
        open.forEach(end -> {
            if (open.remove(end)) {
                tasks[0]++;
                Guarded.run(() -> executor.execute(() -> Guarded.run(end)));
            }
        });
        return tasks[0];
    }
}
