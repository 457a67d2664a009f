package dev.weir.soap.wssecurity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * A replay cache in memory. It remembers each accepted message until the message has expired. Thread-safe. A call holds
 * a lock for a few map operations.
 *
 * <p>If copies of a message arrive simultaneously, exactly one of them gets {@link Verdict#NEW}. A full cache returns
 * {@link Verdict#FULL}, because it never forgets a message that has not expired.
 */
public final class ReplayCache implements ReplayGuard {
    private final int most;

    // All fields below are guarded by this object's lock.
    private final Set<String> seen = new HashSet<>();
    private final TreeMap<Long, List<String>> bySecond = new TreeMap<>();
    /**
     * A time in seconds since the epoch. The cache has forgotten all messages that expired before this time. If such a
     * message arrives, {@link #add} returns {@link Verdict#SEEN}, because the message may be a replay.
     */
    private long forgottenBefore = Long.MIN_VALUE;

    /** @param most the maximum number of messages in the cache */
    public ReplayCache(int most) {
        this.most = most;
    }

    @Override
    public Verdict add(String content, Freshness.Validity validity, Instant now) {
        return add(content, validity.until(), now);
    }

    /** Returns {@code started}, so that the caller refuses older messages. A new process starts with an empty cache. */
    @Override
    public Instant since(Instant started) {
        return started;
    }

    /**
     * Adds a message if it is new, and remembers it until it expires.
     *
     * @param content identifies the message; copies have the same value
     * @param until the first instant at which the message is too old
     */
    public synchronized Verdict add(String content, Instant until, Instant now) {
        forget(now);
        if (seen.contains(content) || until.getEpochSecond() < forgottenBefore) {
            return Verdict.SEEN;
        }
        if (seen.size() >= most) {
            return Verdict.FULL;
        }
        seen.add(content);
        bySecond.computeIfAbsent(until.getEpochSecond(), second -> new ArrayList<>())
                .add(content);
        return Verdict.NEW;
    }

    public synchronized int size() {
        return seen.size();
    }

    private void forget(Instant now) {
        forgottenBefore = Math.max(forgottenBefore, now.getEpochSecond());
        while (!bySecond.isEmpty() && bySecond.firstKey() < forgottenBefore) {
            bySecond.pollFirstEntry().getValue().forEach(seen::remove);
        }
    }
}
