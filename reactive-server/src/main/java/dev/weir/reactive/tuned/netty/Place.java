package dev.weir.reactive.tuned.netty;

/**
 * What a subscriber occupies: given back when its chain of {@code Mono}s ends, or by whoever took it out of the chain.
 * Confined to the connection's event loop.
 */
public final class Place {
    private final Runnable giveBack;
    private boolean taken;

    /** @param giveBack run once, by {@link #leave} or by who called {@link #take} */
    public Place(Runnable giveBack) {
        this.giveBack = giveBack;
    }

    /** To be run once by the caller, from now on. */
    Runnable take() {
        taken = true;
        return giveBack;
    }

    /** The chain has ended. */
    public void leave() {
        if (!taken) {
            giveBack.run();
        }
    }
}
