package dev.weir.clients.watch;

import dev.weir.problem.Problem;

/**
 * Observes admitted and refused requests. Any thread may call the methods, also while it holds a lock. So they must not
 * block, and must not throw. Durations are in nanoseconds.
 */
public interface RequestWatch {
    /** The name in place of a plan if a request was refused before its client was known, as with an unknown key. */
    String NO_PLAN = "none";

    /** Ignores everything. */
    RequestWatch NONE = new RequestWatch() {
        @Override
        public void refused(RequestKind kind, Problem reason, String plan) {}

        @Override
        public void firstByte(String plan, long nanos) {}

        @Override
        public void ended(String plan, long nanos) {}
    };

    /**
     * Called when a request is refused, with the reason that the client gets.
     *
     * @param plan the name of the client's plan, or {@link #NO_PLAN}
     */
    void refused(RequestKind kind, Problem reason, String plan);

    /** Called when a download is about to write its first bytes, {@code nanos} after its admission. */
    void firstByte(String plan, long nanos);

    /** Called when a download that has written bytes ends, {@code nanos} after its admission. */
    void ended(String plan, long nanos);
}
