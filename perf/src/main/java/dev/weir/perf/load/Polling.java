package dev.weir.perf.load;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Has a loop ask for events again and again instead of sleeping until there are some. Confined to the loop.
 *
 * <p>A core that sleeps takes 50 microseconds to wake up, and on a virtual machine, whose host has given it away meanwhile,
 * up to 5 ms in one of a hundred cases: more than what is measured. A core that polls must belong to the loop alone.
 */
final class Polling implements SelectStrategy {
    private static final String SHORTEST_NANOS = "1";
    /** The highest of a usual process: a thread that wakes up beside it gets a hundredth of the core. */
    private static final String HIGHEST = "-20";
    /** Before the compilers of its own JVM, and not much before a server. */
    private static final String HIGHER = "-10";

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

    /**
     * Has Linux run the loop's thread when it is due: not later to save wake-ups, by default 50 microseconds, and not
     * after the compilers of its own JVM, which share its core. Where Linux does not allow it, the lag is larger, and
     * reported.
     *
     * @param ownCore whether nothing else that counts runs on its core
     */
    static void prepareThread(boolean ownCore) {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc", String.valueOf(thread), "timerslack_ns"), SHORTEST_NANOS);
            new ProcessBuilder("renice", "-n", ownCore ? HIGHEST : HIGHER, "-p", String.valueOf(thread))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException _) {
            // As said.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
