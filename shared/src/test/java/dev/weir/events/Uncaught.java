package dev.weir.events;

import java.util.ArrayList;
import java.util.List;

/**
 * Becomes the uncaught exception handler of the current thread, and collects the exceptions. An exception may be a
 * failed assertion. So {@link #close} fails if the test has not fetched each exception with {@link #take}.
 */
final class Uncaught implements AutoCloseable {
    private final List<Throwable> failures = new ArrayList<>();

    Uncaught() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    }

    List<Throwable> take() {
        List<Throwable> taken = List.copyOf(failures);
        failures.clear();
        return taken;
    }

    void check() {
        if (!failures.isEmpty()) {
            throw new AssertionError("uncaught: " + failures.getFirst().getMessage(), failures.getFirst());
        }
    }

    @Override
    public void close() {
        Thread.currentThread().setUncaughtExceptionHandler(null);
        check();
    }
}
