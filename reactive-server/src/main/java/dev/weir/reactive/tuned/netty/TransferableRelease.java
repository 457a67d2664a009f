package dev.weir.reactive.tuned.netty;

/**
 * Runs a callback when a chain of {@code Mono}s ends, unless another object has taken over the callback. Confined to
 * the event loop.
 */
final class TransferableRelease {
    private final Runnable release;
    private boolean taken;

    TransferableRelease(Runnable release) {
        this.release = release;
    }

    /** Hands the callback over to the caller, who must run it once. {@link #chainEnded} then no longer runs it. */
    Runnable take() {
        taken = true;
        return release;
    }

    void chainEnded() {
        if (!taken) {
            release.run();
        }
    }
}
