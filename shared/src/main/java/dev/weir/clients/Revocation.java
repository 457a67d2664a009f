package dev.weir.clients;

import dev.weir.throttle.Guarded;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Ends the open downloads and subscriptions of one client when its API key is revoked. Thread-safe. Holds a lock only
 * briefly.
 */
final class Revocation {
    // The lock of this object guards both fields.
    private final Set<Runnable> open = new HashSet<>();
    private boolean revoked;

    /**
     * Registers a task that ends one download or subscription. If the key is revoked later, the executor of
     * {@link #revoke} runs the task. If the key is revoked already, the calling thread runs the task at once.
     *
     * @param end the task; must be a new object for each registration
     * @return a task that ends the registration
     */
    Runnable onRevoke(Runnable end) {
        if (!isAdded(end)) {
            Guarded.run(end);
        }
        return () -> remove(end);
    }

    private synchronized boolean isAdded(Runnable end) {
        return !revoked && open.add(end);
    }

    private synchronized void remove(Runnable end) {
        open.remove(end);
    }

    synchronized boolean isRevoked() {
        return revoked;
    }

    /**
     * Marks the key as revoked, and runs all registered tasks on {@code executor}. If a task throws, or
     * {@code executor} refuses it, the other tasks still run.
     */
    void revoke(Executor executor) {
        taken().forEach(end -> Guarded.run(() -> executor.execute(() -> Guarded.run(end))));
    }

    private synchronized List<Runnable> taken() {
        revoked = true;
        List<Runnable> taken = List.copyOf(open);
        open.clear();
        return taken;
    }
}
