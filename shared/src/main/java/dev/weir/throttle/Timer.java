package dev.weir.throttle;

/** The one timer that {@link Throttle} needs. A server lends it from a thread that it has anyway. Thread-safe. */
@FunctionalInterface
public interface Timer {
    /**
     * Runs {@code task} once, not before {@code delayNanos} have passed.
     *
     * @return cancels the task if it has not run yet
     */
    Runnable schedule(Runnable task, long delayNanos);
}
