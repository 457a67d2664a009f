package dev.weir.perf.load;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.concurrent.TimeUnit;

/**
 * Has a loop ask for events again and again instead of sleeping until there are some. Confined to the loop.
 *
 * <p>A core that sleeps takes 50 microseconds to wake up, and on a virtual machine, whose host has given it away meanwhile,
 * up to 5 ms in one of a hundred cases: more than what is measured. A core that polls must belong to the loop alone.
 */
final class Polling implements SelectStrategy {
    /** A turn that finds nothing takes about half a microsecond; one that takes so long was interrupted. */
    private static final long LONGEST_IDLE_TURN_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    private boolean on;
    private boolean idle;
    private long turnNanos;
    private long idleNanos;

    void set(boolean polls) {
        on = polls;
        idle = false;
    }

    /** How long it polled and there was nothing to do, in all. */
    double idleSeconds() {
        return idleNanos / 1e9;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (!on) {
            return hasTasks ? selectNow.get() : SELECT;
        }
        long nowNanos = System.nanoTime();
        if (idle && nowNanos - turnNanos < LONGEST_IDLE_TURN_NANOS) {
            idleNanos += nowNanos - turnNanos;
        }
        turnNanos = nowNanos;
        int ready = selectNow.get();
        idle = ready == 0 && !hasTasks;
        return ready;
    }
}
