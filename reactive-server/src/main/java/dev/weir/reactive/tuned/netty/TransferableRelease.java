package dev.weir.reactive.tuned.netty;

/**
 * Runs a release once: when a chain of {@code Mono}s ends, unless another object has taken the release over before.
 * Confined to the connection's event loop.
 */
final class TransferableRelease {
    private final Runnable release;
    private boolean taken;

    /** @param release run once, by {@link #chainEnded} or by the caller of {@link #take} */
    TransferableRelease(Runnable release) {
        this.release = release;
    }

    /** Hands the release over: from now on, the caller has to run it, once. */
    Runnable take() {
        taken = true;
        return release;
    }

    /** The chain has completed, failed or been cancelled. */
    void chainEnded() {
        if (!taken) {
            release.run();
        }
    }
}
