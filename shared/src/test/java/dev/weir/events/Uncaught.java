package dev.weir.events;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the uncaught exceptions of the current thread. One of them may be a failed assertion. So {@link #close}
 * fails unless the test has fetched all exceptions with {@link #take}.
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
