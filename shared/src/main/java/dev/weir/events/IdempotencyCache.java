package dev.weir.events;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A bounded cache that maps idempotency keys to answers. When full, it evicts the oldest answer. Thread-safe. */
final class IdempotencyCache<K> {
    private record StoredText(String text, long atNanos) {}

    private final Map<K, StoredText> answers;
    private final LongSupplier nanoClock;
    private final long nanos;

    /**
     * @param most the maximum number of answers
     * @param nanos the time for which an answer is valid, in nanoseconds
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

    /**
     * Returns the cached answer for the key {@code asked} if this answer is still valid. Otherwise calls the supplier
     * {@code now} and caches its result.
     */
    synchronized String answer(K asked, Supplier<String> now) {
        StoredText before = answers.get(asked);
        if (before != null && nanoClock.getAsLong() - before.atNanos() < nanos) {
            return before.text();
        }
        StoredText answer = new StoredText(now.get(), nanoClock.getAsLong());
        answers.remove(asked); // otherwise an expired entry would keep its place among the oldest
        answers.put(asked, answer);
        return answer.text();
    }
}
