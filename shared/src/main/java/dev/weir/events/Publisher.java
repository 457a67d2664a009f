package dev.weir.events;

import dev.weir.clients.Client;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Publishes events of clients. A retry with the same {@code Idempotency-Key} adds no event. Thread-safe. */
public interface Publisher {
    /** The longest time for which a publisher remembers an {@code Idempotency-Key}. */
    Duration REMEMBERED = Duration.ofMinutes(5);

    /** The maximum length of an {@code Idempotency-Key}, in characters. */
    int LONGEST_KEY = 255;

    /**
     * The ids of events that were appended together. The numbers in the ids are consecutive.
     *
     * @param first the id of the first event, {@code <epoch>-<number>}
     * @param count the number of events, at least 1
     */
    record Ids(String first, int count) {
        /** Parses the result of {@link #toString}. */
        public static Ids parse(String text) {
            String[] parts = text.split(" ", 2);
            return new Ids(parts[0], parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
        }

        /** Returns all ids, in order. */
        public List<String> all() {
            int end = first.lastIndexOf('-') + 1;
            long number = Long.parseLong(first.substring(end));
            return LongStream.range(number, number + count)
                    .mapToObj(next -> first.substring(0, end) + next)
                    .toList();
        }

        /** Returns a short text: the first id. If there are several ids, a blank and the number of ids follow. */
        @Override
        public String toString() {
            return count == 1 ? first : first + " " + count;
        }
    }

    /**
     * Appends events to the log, with consecutive numbers. Appends nothing if this client has recently
     * ({@link #REMEMBERED}) published events with the same idempotency key. Does not wait for the network.
     *
     * @param what at least one event, each with a topic to which the client may publish
     * @param idempotencyKey null if the request has none
     * @return a future with the ids of the new events, or of the earlier events with the same key. The future completes
     *     when all events are stored. It fails with a {@link RefusedException} if storing them has failed, or may have
     *     failed.
     * @throws RefusedException if the key is blank or too long
     */
    CompletableFuture<Ids> publish(Client client, List<Publication> what, @Nullable String idempotencyKey);

    /**
     * Checks an idempotency key. Accepts null.
     *
     * @throws RefusedException if the key is blank or longer than {@link #LONGEST_KEY}
     */
    static void checkKey(@Nullable String idempotencyKey) {
        if (idempotencyKey != null && (idempotencyKey.isBlank() || idempotencyKey.length() > LONGEST_KEY)) {
            throw new RefusedException(Problem.MALFORMED_EVENT);
        }
    }

    /** Returns an exception that refuses a batch because of one event. The response names the event's index, from 0. */
    static RefusedException refusal(int index, Problem problem) {
        return new RefusedException(problem, "the event at index " + index + " of the batch");
    }
}
