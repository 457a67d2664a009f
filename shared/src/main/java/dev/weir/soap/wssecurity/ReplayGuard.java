package dev.weir.soap.wssecurity;

import java.time.Instant;

/** Decides whether a verified message was accepted before. Thread-safe. */
public interface ReplayGuard {
    /** The result of {@link #add}. */
    enum Verdict {
        NEW,
        SEEN,
        /** There is no room to remember another message. */
        FULL,
        /** The guard did not answer, so the message must not be accepted. */
        UNKNOWN
    }

    /**
     * Remembers one message for as long as it could be sent again. If several copies arrive at once, exactly one is
     * new. May wait for another process for a bounded time.
     *
     * @param content identifies the message
     */
    Verdict add(String content, Freshness.Validity validity, Instant now);

    /**
     * Returns the instant from which on this guard knows all accepted messages. Older messages must be refused. Returns
     * {@link Instant#MIN} if {@link #add} itself refuses them.
     *
     * @param started when this process started
     */
    Instant since(Instant started);
}
