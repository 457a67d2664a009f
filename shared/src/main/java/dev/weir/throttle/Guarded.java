package dev.weir.throttle;

/** Runs a task, and catches everything that it throws, so that the caller can continue. */
public final class Guarded {
    private Guarded() {}

    /** Runs {@code task}. Passes anything that it throws to the current thread's uncaught exception handler. */
    public static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            report(e);
        }
    }

    /** Passes {@code e} to the current thread's uncaught exception handler. Never throws. */
    public static void report(Throwable e) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        } catch (Throwable ignored) {
            // The JVM also ignores exceptions from this handler when a thread ends.
        }
    }
}
