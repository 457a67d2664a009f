package dev.weir.perf.load;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;

/**
 * Has a loop ask for events again and again instead of sleeping until there are some. Confined to the loop.
 *
 * <p>A core that sleeps takes 50 microseconds to wake up, and on a virtual machine, whose host has given it away meanwhile,
 * up to 5 ms in one of a hundred cases: more than what is measured. A core that polls must belong to the loop alone.
 */
final class Polling implements SelectStrategy {
    private boolean on;
    private long idleNanos;

    void set(boolean polls) {
        on = polls;
    }

    /** How long it asked and there was nothing, in all: without the time between two asks, so rather too little. */
    double idleSeconds() {
        return idleNanos / 1e9;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (!on) {
            return hasTasks ? selectNow.get() : SELECT;
        }
        long startNanos = System.nanoTime();
        int ready = selectNow.get();
        if (ready == 0 && !hasTasks) {
            idleNanos += System.nanoTime() - startNanos;
        }
        return ready;
    }
}
