package dev.weir.soap.wssecurity;

import java.time.Instant;

/** Decides whether a verified message was accepted before. Thread-safe. */
public interface ReplayGuard {
    /** Says whether a message is new or a replay. */
    enum Verdict {
        NEW,
        SEEN,
        /** The message is not a replay, but the guard has no room to remember it. */
        FULL,
        /** The guard cannot tell, for example because Redis does not answer. The caller must refuse the message. */
        UNKNOWN
    }

    /**
     * Adds a message if it is new, and remembers it until it expires. If copies of a message arrive simultaneously,
     * only one of them gets {@link Verdict#NEW}. May wait for Redis, but only for a limited time.
     *
     * @param content identifies the message; copies have the same value
     */
    Verdict add(String content, Freshness.Validity validity, Instant now);

    /**
     * Returns a time. The caller must refuse all messages that were created before this time, because this guard may
     * not know them. Returns {@link Instant#MIN} if {@link #add} itself refuses such messages.
     *
     * @param started the start of this process
     */
    Instant since(Instant started);
}
