package dev.weir.clients.watch;

import dev.weir.problem.Problem;

/**
 * Observes admitted and refused requests. Any thread may call the methods, even while it holds a lock. So the methods
 * must not block, and must not throw. Durations are in nanoseconds.
 */
public interface RequestWatch {
    /**
     * The plan name of a request that was refused before its client was known, for example because of an unknown key.
     */
    String NO_PLAN = "none";

    /** An observer that does nothing. */
    RequestWatch NONE = new RequestWatch() {
        @Override
        public void refused(RequestKind kind, Problem reason, String plan) {}

        @Override
        public void firstByte(String plan, long nanos) {}

        @Override
        public void ended(String plan, long nanos) {}
    };

    /**
     * Called when a request is refused.
     *
     * @param reason the error that the client gets
     * @param plan the name of the client's plan, or {@link #NO_PLAN}
     */
    void refused(RequestKind kind, Problem reason, String plan);

    /**
     * Called when a download is about to write its first bytes. {@code nanos} is the time since the download's
     * admission.
     */
    void firstByte(String plan, long nanos);

    /**
     * Called when a download ends, if {@link #firstByte} was called for it. {@code nanos} is the time since the
     * download's admission.
     */
    void ended(String plan, long nanos);
}
