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
        /** The guard did not answer, so the message must not be accepted. */
        UNKNOWN
    }

    /**
     * Remembers a message for as long as it is fresh. If copies of it arrive simultaneously, exactly one gets {@link
     * Verdict#NEW}. May block on another process for a bounded time.
     *
     * @param content identifies the message
     */
    Verdict add(String content, Freshness.Validity validity, Instant now);

    /**
     * Returns the instant since which this guard knows all accepted messages. The caller must refuse older messages.
     * {@link Instant#MIN} means that {@link #add} refuses them itself.
     *
     * @param started the start of this process
     */
    Instant since(Instant started);
}
