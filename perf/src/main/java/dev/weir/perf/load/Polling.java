package dev.weir.perf.load;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets an event loop ask for events again and again instead of sleeping until there are some. Confined to the loop.
 *
 * <p>A sleeping core needs time to wake up. On a virtual machine, whose host has given the core away in the meantime, this
 * is sometimes longer than what is measured. A polling loop needs a core of its own.
 */
final class Polling implements SelectStrategy {
    private static final String SHORTEST_SLACK_NANOS = "1";
    /** The highest priority of a usual process: a thread that wakes up beside it gets a hundredth of the core. */
    private static final int HIGHEST = -20;
    /** Above the compilers of the generator's own JVM, and not much above a server. */
    private static final int HIGHER = -10;

    private boolean on;
    private long idleNanos;

    void set(boolean polls) {
        on = polls;
    }

    /** Time in asks that found nothing. The time between two asks is not counted, so this is a lower bound. */
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
     * Has Linux run the calling thread when it is due: not later to save wake-ups, and not after the compilers of its own
     * JVM, which share its core. Where the kernel refuses, the scheduling lag is larger, and reported.
     */
    static void preferThisThread(boolean ownCore) {
        try {
            String thread = String.valueOf(
                    Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName());
            Files.writeString(Path.of("/proc", thread, "timerslack_ns"), SHORTEST_SLACK_NANOS);
            new ProcessBuilder("renice", "-n", Integer.toString(ownCore ? HIGHEST : HIGHER), "-p", thread)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException _) {
            // The lag is larger then, and reported.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
