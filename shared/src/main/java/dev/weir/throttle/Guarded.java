package dev.weir.throttle;

/** Runs a task whose failure must not stop the caller. */
public final class Guarded {
    private Guarded() {}

    /** Runs {@code task}. Anything it throws goes to the thread's uncaught exception handler. */
    public static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            Thread thread = Thread.currentThread();
            try {
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            } catch (Throwable ignored) {
                // Java ignores exceptions of the handler at the end of a thread, too.
            }
        }
    }
}
