package dev.weir.throttle;

/** Runs what must not stop its caller. */
public final class Guarded {
    private Guarded() {}

    /** Whatever it throws goes to the thread's uncaught exception handler. */
    public static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            Thread thread = Thread.currentThread();
            try {
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            } catch (Throwable ignored) {
                // As at the end of a thread: what the handler throws is nobody's.
            }
        }
    }
}
