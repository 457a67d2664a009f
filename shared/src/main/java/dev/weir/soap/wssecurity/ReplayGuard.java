package dev.weir.soap.wssecurity;

import java.time.Instant;

/** Decides whether a verified message was accepted before. Thread-safe. */
public interface ReplayGuard {
    /** Whether a message is new or a replay. */
    enum Verdict {
        NEW,
        SEEN,
        /** The message is not a replay, but the guard has no capacity to remember it. */
        FULL,
        /** The guard cannot tell, for example because Redis does not answer. The message must be refused. */
        UNKNOWN
    }

    /**
     * Adds a message, and remembers it until it expires. If copies of it arrive simultaneously, exactly one gets {@link
     * Verdict#NEW}. May block on another process for a bounded time.
     *
     * @param content identifies the message; copies have the same value
     */
    Verdict add(String content, Freshness.Validity validity, Instant now);

    /**
     * Returns the instant since which this guard knows all accepted messages. The caller must refuse older messages.
     * The result is {@link Instant#MIN} if {@link #add} refuses them itself.
     *
     * @param started the start of this process
     */
    Instant since(Instant started);
}
