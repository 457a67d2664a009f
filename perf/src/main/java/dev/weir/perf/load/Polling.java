package dev.weir.perf.load;

import dev.weir.perf.server.Host;
import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Chooses how an event loop waits for packets. By default, the loop sleeps until one comes. It can busy-poll, because a
 * sleeping core of a virtual machine wakes up late. It can also gather packets: it sleeps for a fixed time before it
 * waits, and then handles all packets that came. Not thread-safe.
 */
final class Polling implements SelectStrategy {
    private static final String SHORTEST_SLACK_NANOS = "1";
    private static final int HIGHEST = -20; // leaves other threads a hundredth of the core
    private static final int HIGHER = -10; // prefers the loop to JIT compilers, and slightly to a server

    private boolean on;
    private long gatheringNanos;
    private long idleNanos;

    void set(boolean polls) {
        on = polls;
    }

    /** Sets how long the loop sleeps before it waits for packets. It does not sleep while it has tasks or busy-polls. */
    void gather(long nanos) {
        gatheringNanos = nanos;
    }

    double idleSeconds() {
        return idleNanos / 1e9;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (!on) {
            if (hasTasks) {
                return selectNow.get();
            }
            if (gatheringNanos > 0) {
                LockSupport.parkNanos(gatheringNanos);
            }
            return SELECT;
        }
        long startNanos = System.nanoTime();
        int ready = selectNow.get();
        if (ready == 0 && !hasTasks) {
            idleNanos += System.nanoTime() - startNanos;
        }
        return ready;
    }

    /** Lets the calling thread wake up on time. Its priority becomes high, or the highest if it has its own core. */
    static void preferThisThread(boolean ownCore) {
        try {
            String thread = String.valueOf(
                    Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName());
            Files.writeString(Path.of("/proc", thread, "timerslack_ns"), SHORTEST_SLACK_NANOS);
            Host.output("renice", "-n", Integer.toString(ownCore ? HIGHEST : HIGHER), "-p", thread);
        } catch (IOException _) {
            // the scheduling lag shows the effect
        }
    }
}
