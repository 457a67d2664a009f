package dev.weir.events;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.rights.Rights;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request for an event stream or a long poll.
 *
 * @param after the cursor: the number of the last event that the client has read
 * @param mostEvents the maximum number of events in the response to a long poll
 * @param timeout the longest time that a long poll waits
 * @param resumed whether the client of an event stream sent a cursor; false for a long poll
 */
public record Reading(Topics topics, long after, int mostEvents, Duration timeout, boolean resumed) {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(60);
    private static final int MOST_EVENTS = 1000;
    private static final int MOST_TOPICS = 64;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)?");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

    /**
     * Parses a request for an event stream. A cursor in the header takes precedence over a cursor in the query. When an
     * {@code EventSource} reconnects, it repeats the old query, so only the header has the newest cursor.
     *
     * @param lastEventId the {@code Last-Event-ID} field, or null
     * @param query returns all values of a query parameter
     * @throws RefusedException if the request is invalid, or if this node cannot know yet whether the cursor is valid
     */
    public static Reading stream(EventLog log, @Nullable String lastEventId, Function<String, List<String>> query) {
        String id = id(lastEventId, query, "last_event_id");
        boolean resumed = id != null && !id.isEmpty();
        return new Reading(topics(query), cursor(log, id), Integer.MAX_VALUE, Duration.ZERO, resumed);
    }

    /**
     * Returns this object if the request names topics. Otherwise returns a copy for all topics that {@code rights}
     * allows. The caller has already checked that the client may read the named topics.
     */
    public Reading within(Rights rights) {
        return topics.isAll() ? new Reading(Topics.of(rights.readTopics()), after, mostEvents, timeout, resumed) : this;
    }

    /**
     * Returns the first frame of an event stream. If the client sent a cursor, the frame is a comment. Otherwise the
     * frame gives the client a cursor. A client that reconnects before its first event sends this cursor, and so misses
     * no event.
     */
    public byte[] opening(EventLog log) {
        return (resumed ? ":\n\n" : "id: " + log.openingId(after) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Parses a request for a long poll. A cursor in the query takes precedence over a cursor in the header, except in a
     * signed link, whose query the client cannot change.
     *
     * @param lastEventId the {@code Last-Event-ID} field, or null
     * @param query returns all values of a query parameter
     * @throws RefusedException if the request is invalid, or if this node cannot know yet whether the cursor is valid
     */
    public static Reading poll(EventLog log, @Nullable String lastEventId, Function<String, List<String>> query) {
        String max = first(query, "max");
        String timeout = first(query, "timeout");
        String after = first(query, "after");
        boolean isLink = first(query, "sig") != null;
        require(max == null || COUNT.matcher(max).matches());
        int most = max == null ? 1 : Integer.parseInt(max);
        require(most >= 1);
        return new Reading(
                topics(query),
                cursor(log, after == null || after.isEmpty() || isLink ? id(lastEventId, query, "after") : after),
                Math.min(most, MOST_EVENTS),
                timeout == null ? TIMEOUT : duration(timeout),
                false);
    }

    private static @Nullable String id(
            @Nullable String lastEventId, Function<String, List<String>> query, String parameter) {
        return lastEventId == null || lastEventId.isEmpty() ? first(query, parameter) : lastEventId;
    }

    /**
     * Converts an event id to a cursor. Without an id, returns the number of the log's last event. For an unknown id,
     * returns {@link Epochs#ELSEWHERE}. But if this node's copy of the log is out of date, throws an exception for an
     * unknown id, because another node may know the id.
     */
    private static long cursor(EventLog log, @Nullable String id) {
        if (id == null || id.isEmpty()) {
            return log.last();
        }
        boolean behind = log.isBehind(); // before the lookup, because the log may catch up in between
        long cursor = log.cursor(id);
        if (behind && cursor == Epochs.ELSEWHERE) {
            throw new RefusedException(Problem.UNAVAILABLE);
        }
        return cursor;
    }

    private static Topics topics(Function<String, List<String>> query) {
        List<String> names = query.apply("topic");
        require(names.size() <= MOST_TOPICS && names.stream().allMatch(Publication::isName));
        return Topics.of(names);
    }

    private static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        require(matcher.matches());
        long amount = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2);
        Duration duration = "ms".equals(unit)
                ? Duration.ofMillis(amount)
                : "m".equals(unit) ? Duration.ofMinutes(amount) : Duration.ofSeconds(amount);
        return duration.compareTo(LONGEST_TIMEOUT) < 0 ? duration : LONGEST_TIMEOUT;
    }

    private static @Nullable String first(Function<String, List<String>> query, String name) {
        List<String> values = query.apply(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new RefusedException(Problem.MALFORMED_QUERY);
        }
    }
}
