package dev.weir.servlet.tuned.async;

import dev.weir.clients.Admission;

/**
 * Watches whether the client of a waiting response has left, or its key is revoked. Ends the watch together with the
 * {@link Admission}. Thread-safe.
 */
final class Watch {
    private final Admission admission;
    private Runnable unwatch = () -> {};
    private boolean ended;

    Watch(Admission admission) {
        this.admission = admission;
    }

    /**
     * Begins the watch.
     *
     * @param present ends the watch of the client's connection
     * @param revoked ends the response if the client's key is revoked
     * @return false if the response has ended already
     */
    boolean begin(Runnable present, Runnable revoked) {
        Runnable known = admission.onRevoke(Runnable::run, revoked);
        if (isKept(() -> {
            present.run();
            known.run();
        })) {
            return true;
        }
        present.run();
        known.run();
        return false;
    }

    private synchronized boolean isKept(Runnable task) {
        unwatch = task;
        return !ended;
    }

    /** Ends the watch and the admission. A second call does nothing. */
    void end() {
        taken().run();
        admission.leave();
    }

    private synchronized Runnable taken() {
        ended = true;
        return unwatch;
    }
}
