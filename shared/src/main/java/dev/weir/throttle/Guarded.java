package dev.weir.throttle;

/** Runs tasks so that a failed task does not stop its caller. */
public final class Guarded {
    private Guarded() {}

    /** Runs {@code task}. Passes any {@link Throwable} to the thread's uncaught exception handler. */
    public static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            Thread thread = Thread.currentThread();
            try {
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            } catch (Throwable ignored) {
                // The JVM also ignores exceptions from this handler when a thread ends.
            }
        }
    }
}
