package dev.weir.perf.storm;

import dev.weir.perf.load.Generator;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what the generator's loop knows. */
final class Awaiting {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private Awaiting() {}

    /** Whether it came to be so in time. */
    static boolean holds(Generator generator, Duration patience, Callable<Boolean> condition)
            throws InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        while (!generator.ask(condition)) {
            if (System.nanoTime() - endNanos > 0) {
                return false;
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        return true;
    }

    /**
     * The same.
     *
     * @throws IllegalStateException when it did not
     */
    static void require(String what, Generator generator, Duration patience, Callable<Boolean> condition)
            throws InterruptedException {
        if (!holds(generator, patience, condition)) {
            throw new IllegalStateException("it did not come to be in %s: %s".formatted(patience, what));
        }
    }
}
