package dev.weir.throttle;

/** Runs tasks after a delay. Each server implements this interface with a thread that it already has. Thread-safe. */
@FunctionalInterface
public interface Timer {
    /**
     * Runs {@code task} once, after at least {@code delayNanos} nanoseconds.
     *
     * @return an action that cancels the task if it has not run yet
     */
    Runnable schedule(Runnable task, long delayNanos);
}
