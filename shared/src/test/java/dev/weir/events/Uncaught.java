package dev.weir.events;

import java.util.ArrayList;
import java.util.List;

/** What goes to the handler of this thread until it is closed, where it must not stay: what a test finds out may be there. */
final class Uncaught implements AutoCloseable {
    private final List<Throwable> failures = new ArrayList<>();

    Uncaught() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    }

    /** What was expected. */
    List<Throwable> take() {
        List<Throwable> taken = List.copyOf(failures);
        failures.clear();
        return taken;
    }

    /** Nothing more is here than was taken. */
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
