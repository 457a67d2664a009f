package dev.weir.servlet.tuned.async;

import dev.weir.clients.Admission;

/**
 * Watches whether the client of a waiting response has left, and whether the client's key is revoked. {@link #end} also
 * ends the {@link Admission} of the client. Thread-safe.
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
     * @param present runs when the watch ends, and must stop the check whether the client is present
     * @param revoked runs if the client's key is revoked, and must end the response
     * @return false if the response has already ended. The watch has then ended, too
     */
    boolean begin(Runnable present, Runnable revoked) {
        Runnable known = admission.onCutOff(Runnable::run, revoked);
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
