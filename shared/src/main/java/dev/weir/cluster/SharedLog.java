package dev.weir.cluster;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The keys and scripts of the event log on Redis.
 *
 * <p>The log is a Redis stream. The id of an entry is the number of the event: {@code 1-0}, {@code 2-0} and so on. The
 * numbers have no hole, so a reader notices a missing event. Each run of Redis has an epoch, which its events carry.
 */
final class SharedLog {
    static final String STREAM = "events:stream";
    static final RedisScript PUBLISH = RedisScript.of("epoch.lua", "publish.lua");
    private static final RedisScript STATE = RedisScript.of("epoch.lua", "state.lua");
    private static final List<String> KEYS = List.of(STREAM, "events:state", "events:runs");
    private static final int RADIX = 36;
    private static final long WAIT_MILLIS = 1_000;
    /**
     * The maximum number of events in one reply of Redis. So many of the largest events still arrive within the
     * reader's timeout over a slow network. With more, the reader might time out each time it asks for the same events
     * again.
     */
    private static final int MOST_AT_ONCE = 32;

    /**
     * The state of the log on Redis.
     *
     * @param last the number of the last event, or 0
     * @param first the number of the oldest event that Redis keeps; if it keeps none, the number of the next event
     * @param runs the epochs in their order, each with the number of its first event
     */
    record State(long last, long first, Map<String, Long> runs) {
        /**
         * Returns the number of the epoch's last event. An epoch that Redis does not know any more has ended before the
         * oldest run, or belongs to a log that is gone.
         */
        long end(String epoch) {
            boolean found = false;
            for (Map.Entry<String, Long> run : runs.entrySet()) {
                if (found) {
                    return run.getValue() - 1;
                }
                found = run.getKey().equals(epoch);
            }
            return found ? last : runs.values().iterator().next() - 1;
        }

        /** Returns the epoch of the event with this number. For an older event, returns the oldest epoch. */
        String epochOf(long number) {
            String epoch = "";
            for (Map.Entry<String, Long> run : runs.entrySet()) {
                epoch = epoch.isEmpty() || run.getValue() <= number ? run.getKey() : epoch;
            }
            return epoch;
        }
    }

    /** An event on Redis. */
    record Entry(String epoch, String topic, @Nullable String type, String data) {
        /** Returns the event of an entry of the stream, or null if the entry is none. */
        static @Nullable Entry of(Map<String, String> fields) {
            String epoch = fields.get("e");
            String topic = fields.get("t");
            String data = fields.get("d");
            return epoch == null || topic == null || data == null
                    ? null
                    : new Entry(epoch, topic, fields.get("y"), data);
        }
    }

    private SharedLog() {}

    /** Returns the keys of the log, and {@code more} as the last key, for a script. */
    static List<String> keys(String more) {
        return List.of(KEYS.get(0), KEYS.get(1), KEYS.get(2), more);
    }

    /** Returns a random name for an epoch, which no other epoch has. */
    static String newEpoch() {
        return Long.toString(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 60), RADIX);
    }

    static State state(RedisLink link) {
        List<String> found = STATE.<List<String>>run(link, ScriptOutputType.MULTI, KEYS, newEpoch())
                .join();
        Map<String, Long> runs = new LinkedHashMap<>();
        for (int i = 2; i + 1 < found.size(); i += 2) {
            runs.put(found.get(i), Long.parseLong(found.get(i + 1)));
        }
        return new State(Long.parseLong(found.get(0)), Long.parseLong(found.get(1)), runs);
    }

    /** Reads events after a number. If there is none, waits for one, for a bounded time. The list may be empty. */
    @SuppressWarnings("unchecked") // Lettuce takes the offsets as an array of a generic type
    static List<StreamMessage<String, String>> read(
            RedisLink link, StatefulRedisConnection<String, String> connection, long after) {
        XReadArgs.StreamOffset<String> place = XReadArgs.StreamOffset.from(link.key(STREAM), after + "-0");
        return connection.sync().xread(XReadArgs.Builder.block(WAIT_MILLIS).count(MOST_AT_ONCE), place);
    }
}
