package dev.weir.events;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the exceptions that reach this thread's uncaught exception handler. Failed assertions may be among them, so
 * {@link #close} fails if the test did not {@link #take} them.
 */
final class Uncaught implements AutoCloseable {
    private final List<Throwable> failures = new ArrayList<>();

    Uncaught() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    }

    /** The exceptions that the test expected. */
    List<Throwable> take() {
        List<Throwable> taken = List.copyOf(failures);
        failures.clear();
        return taken;
    }

    /** Fails if there are exceptions besides those taken. */
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
