package dev.weir.events;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A bounded cache of answers by idempotency key. Forgets the oldest answers first, by age and by number. Thread-safe.
 */
final class IdempotencyCache<K> {
    private record StoredText(String text, long atNanos) {}

    private final Map<K, StoredText> answers;
    private final LongSupplier nanoClock;
    private final long nanos;

    /**
     * Makes an empty cache.
     *
     * @param most the most answers kept
     * @param nanos how long an answer is kept
     */
    IdempotencyCache(int most, long nanos, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.nanos = nanos;
        this.answers = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, StoredText> eldest) {
                return size() > most
                        || nanoClock.getAsLong() - eldest.getValue().atNanos() >= nanos;
            }
        };
    }

    /** The cached answer for a key, or else the one that {@code now} makes. */
    synchronized String answer(K asked, Supplier<String> now) {
        StoredText before = answers.get(asked);
        if (before != null && nanoClock.getAsLong() - before.atNanos() < nanos) {
            return before.text();
        }
        StoredText answer = new StoredText(now.get(), nanoClock.getAsLong());
        answers.remove(asked); // so that it is put back as the newest
        answers.put(asked, answer);
        return answer.text();
    }
}
