package dev.weir.perf.load;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

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

    /**
     * Has Linux run a loop's thread when it is due: not later to save wake-ups, by default 50 microseconds, and not after the
     * compilers of its own JVM, which share its core.
     */
    static final class LoopThread {
        private static final String SHORTEST_NANOS = "1";
        /** The highest of a usual process: a thread that wakes up beside it gets a hundredth of the core. */
        private static final int HIGHEST = -20;
        /** Before the compilers of its own JVM, and not much before a server. */
        private static final int HIGHER = -10;

        private static final int OF_THREAD = 0;

        private LoopThread() {}

        /** On the thread itself. Where something may not be set, the lag is larger, and reported. */
        static void prepare(boolean ownCore) {
            try {
                Path thread =
                        Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
                Files.writeString(Path.of("/proc", String.valueOf(thread), "timerslack_ns"), SHORTEST_NANOS);
            } catch (IOException _) {
                // As said.
            }
            prefer(ownCore ? HIGHEST : HIGHER);
        }

        @SuppressWarnings("restricted")
        private static void prefer(int priority) {
            Linker linker = Linker.nativeLinker();
            MemorySegment setpriority = linker.defaultLookup().findOrThrow("setpriority");
            FunctionDescriptor signature = FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
            try {
                // Thread 0 is the one that calls.
                int _ = (int) linker.downcallHandle(setpriority, signature).invokeExact(OF_THREAD, 0, priority);
            } catch (Throwable e) {
                throw new IllegalStateException("setpriority cannot be called", e);
            }
        }
    }
}
