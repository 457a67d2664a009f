package dev.weir.soap;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Remembers what was accepted, for as long as it could be sent again. Only verified messages come here.
 *
 * <p>Thread-safe; a caller waits for another's step at most. Of a number of copies at once one is new. What could still be
 * sent again is never forgotten: when it is full, it takes no more.
 */
public final class ReplayCache {
    /** What became of a message. */
    enum Answer {
        NEW,
        SEEN,
        FULL
    }

    private final int most;

    // Under the lock.
    private final Set<String> seen = new HashSet<>();
    private final TreeMap<Long, List<String>> bySecond = new TreeMap<>();
    /** What was good until an earlier second is forgotten, also for who looked at the clock before that. */
    private long forgottenBefore = Long.MIN_VALUE;

    /** @param most messages remembered at once */
    public ReplayCache(int most) {
        this.most = most;
    }

    /** @param until when the message will be refused for its age */
    synchronized Answer add(String content, Instant until, Instant now) {
        forget(now);
        if (seen.contains(content) || until.getEpochSecond() < forgottenBefore) {
            return Answer.SEEN;
        }
        if (seen.size() >= most) {
            return Answer.FULL;
        }
        seen.add(content);
        bySecond.computeIfAbsent(until.getEpochSecond(), second -> new ArrayList<>())
                .add(content);
        return Answer.NEW;
    }

    /** Messages remembered. */
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
