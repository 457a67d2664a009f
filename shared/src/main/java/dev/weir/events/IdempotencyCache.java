package dev.weir.events;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Answers given lately, by what was asked: the oldest are forgotten, for their age or for the room. Thread-safe. */
final class IdempotencyCache<K> {
    private record Answer(String text, long atNanos) {}

    private final Map<K, Answer> answers;
    private final LongSupplier nanoClock;
    private final long nanos;

    /**
     * Remembers nothing yet.
     *
     * @param most answers
     * @param nanos for how long
     */
    IdempotencyCache(int most, long nanos, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.nanos = nanos;
        this.answers = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, Answer> eldest) {
                return size() > most
                        || nanoClock.getAsLong() - eldest.getValue().atNanos() >= nanos;
            }
        };
    }

    /** What was answered to this, or is now. */
    synchronized String answer(K asked, Supplier<String> now) {
        Answer before = answers.get(asked);
        if (before != null && nanoClock.getAsLong() - before.atNanos() < nanos) {
            return before.text();
        }
        Answer answer = new Answer(now.get(), nanoClock.getAsLong());
        answers.remove(asked); // to come again as the newest
        answers.put(asked, answer);
        return answer.text();
    }
}
