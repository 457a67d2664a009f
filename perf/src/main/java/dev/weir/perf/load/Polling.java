package dev.weir.perf.load;

import dev.weir.perf.server.Host;
import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets an event loop busy-poll its sockets instead of sleeping until there are events. Confined to the loop.
 *
 * <p>A sleeping core takes time to wake up. On a virtual machine, the host may have given the core to another guest,
 * and then the wake-up can take longer than the measured times. A polling loop needs a core of its own.
 */
final class Polling implements SelectStrategy {
    private static final String SHORTEST_SLACK_NANOS = "1";
    /** The highest priority. Beside it, a thread with the default nice value gets a hundredth of the core. */
    private static final int HIGHEST = -20;
    /** A nice value that prefers the thread to this JVM's JIT compilers, and only slightly to a server's threads. */
    private static final int HIGHER = -10;

    private boolean on;
    private long idleNanos;

    void set(boolean polls) {
        on = polls;
    }

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

    /**
     * Asks Linux to run the calling thread as soon as it is due, with the shortest timer slack and before the JIT
     * compilers on the same core. If the kernel refuses, the report shows a larger scheduling lag.
     */
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
