package dev.weir.soap.wssecurity;

import java.time.Instant;

/** Decides whether a verified message was accepted before. Thread-safe. */
public interface ReplayGuard {
    /** The result of {@link #add}. */
    enum Verdict {
        NEW,
        SEEN,
        /** The guard has no capacity for another message. */
        FULL,
        /** The guard did not answer, so the caller must not accept the message. */
        UNKNOWN
    }

    /**
     * Remembers one message for as long as it could be accepted again. If several copies arrive simultaneously, exactly
     * one gets {@link Verdict#NEW}. May block on another process for a bounded time.
     *
     * @param content identifies the message
     */
    Verdict add(String content, Freshness.Validity validity, Instant now);

    /**
     * Returns the instant since which this guard knows all accepted messages. The caller must refuse older messages.
     * Returns {@link Instant#MIN} if {@link #add} itself refuses messages that it cannot know.
     *
     * @param started the time at which this process started
     */
    Instant since(Instant started);
}
