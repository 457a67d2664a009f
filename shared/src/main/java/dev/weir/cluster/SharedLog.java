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
 * <p>The log is a Redis stream with the ids {@code 1-0}, {@code 2-0} and so on, so a reader notices a missing event. An
 * epoch is the time between two starts of Redis. Each stored event contains the name of its epoch.
 */
final class SharedLog {
    static final String STREAM = "events:stream";
    static final RedisScript PUBLISH = RedisScript.of("epoch.lua", "publish.lua");
    private static final RedisScript STATE = RedisScript.of("epoch.lua", "state.lua");
    private static final List<String> KEYS = List.of(STREAM, "events:state", "events:runs");
    private static final int RADIX = 36;
    private static final long WAIT_MILLIS = 1_000;
    /**
     * The maximum number of events in one reply of Redis. It is low, so that even a slow network transfers the reply
     * within the timeout of {@link RedisLink#connect}.
     */
    private static final int MOST_AT_ONCE = 32;

    /**
     * The state of the event log on Redis. An epoch is the time between two starts of Redis.
     *
     * @param last the number of the last event, or 0 if there was none
     * @param first the number of the oldest event on Redis; the number of the next event if Redis has no events
     * @param runs maps the name of each known epoch to the number of its first event; the oldest epoch is first
     */
    record State(long last, long first, Map<String, Long> runs) {
        /**
         * Returns the number of the last event of an epoch (the time between two starts of Redis). For an unknown
         * epoch, returns the number of the last event before the oldest known epoch.
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

        /**
         * Returns the name of the epoch (the time between two starts of Redis) of the event with this number. If the
         * epoch is unknown, returns the oldest known name.
         */
        String epochOf(long number) {
            String epoch = "";
            for (Map.Entry<String, Long> run : runs.entrySet()) {
                epoch = epoch.isEmpty() || run.getValue() <= number ? run.getKey() : epoch;
            }
            return epoch;
        }
    }

    /** An event on Redis. {@code epoch} names the time between two starts of Redis. {@code type} may be null. */
    record Entry(String epoch, String topic, @Nullable String type, String data) {
        /** Converts the fields of a stream entry to an event. Returns null if a required field is missing. */
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

    static List<String> keys(String more) {
        return List.of(KEYS.get(0), KEYS.get(1), KEYS.get(2), more);
    }

    /** Returns a random name for a new epoch of the event log. It is unlikely that two epochs have the same name. */
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

    /**
     * Returns up to {@link #MOST_AT_ONCE} events with numbers above {@code after}. If the log has no such event, blocks
     * until an event arrives, but for at most {@link #WAIT_MILLIS}. The list is empty if no event arrives.
     */
    @SuppressWarnings("unchecked") // Lettuce takes the offsets as an array of a generic type
    static List<StreamMessage<String, String>> read(
            RedisLink link, StatefulRedisConnection<String, String> connection, long after) {
        XReadArgs.StreamOffset<String> place = XReadArgs.StreamOffset.from(link.key(STREAM), after + "-0");
        return connection.sync().xread(XReadArgs.Builder.block(WAIT_MILLIS).count(MOST_AT_ONCE), place);
    }
}
