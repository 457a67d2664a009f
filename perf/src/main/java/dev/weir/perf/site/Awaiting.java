package dev.weir.perf.site;

import dev.weir.perf.load.Generator;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Looks again and again whether something has come to be. */
public final class Awaiting {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private Awaiting() {}

    /** Something that can be looked at. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E, InterruptedException;
    }

    /** Whether it came to be so in time. */
    public static <E extends Exception> boolean holds(Duration patience, Condition<E> condition)
            throws E, InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - endNanos > 0) {
                return false;
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        return true;
    }

    /** The same of what the generator's loop knows. */
    public static boolean holds(Generator generator, Duration patience, Callable<Boolean> condition)
            throws InterruptedException {
        return holds(patience, () -> generator.ask(condition));
    }

    /**
     * The same.
     *
     * @throws IllegalStateException when it did not
     */
    public static void require(String what, Generator generator, Duration patience, Callable<Boolean> condition)
            throws InterruptedException {
        if (!holds(generator, patience, condition)) {
            throw new IllegalStateException("it did not come to be in %s: %s".formatted(patience, what));
        }
    }
}
