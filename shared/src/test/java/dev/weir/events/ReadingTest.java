package dev.weir.events;

import static dev.weir.events.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
    private static final long ELSEWHERE = -1;

    private final EventLog log = new EventLog("e", 10, Long.MAX_VALUE);

    ReadingTest() {
        for (int event = 1; event <= 3; event++) {
            log.append("a", null, "x");
        }
    }

    @Test
    void l01_aPollWithoutAQueryWantsTheNextEventWithinHalfAMinute() {
        assertThat(poll(Map.of())).isEqualTo(new Reading(topics(), 3, 1, Duration.ofSeconds(30), false));
    }

    @Test
    void e03_aStreamThatNamesNoEventBeginsWithTheNext() {
        Reading reading = stream(null, Map.of());
        assertThat(reading.after()).isEqualTo(3);
        assertThat(reading.topics()).isEqualTo(topics());
        assertThat(reading.mostEvents()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"e-0, 0", "e-2, 2", "e-3, 3", "'', 3", "e-4, -1", "f-2, -1", "2, -1", "' e-2', -1"})
    void e03_aReadingBeginsAfterTheNamedEvent(String id, long after) {
        assertThat(poll(Map.of("after", id)).after()).isEqualTo(after);
        assertThat(stream(id, Map.of()).after()).isEqualTo(after);
        assertThat(stream(null, Map.of("last_event_id", id)).after()).isEqualTo(after);
    }

    /** When an EventSource reconnects, its query has an old id. The newer id in its header field must be used. */
    @Test
    void e03_theFieldBeatsTheQuery() {
        assertThat(stream("e-2", Map.of("last_event_id", "e-1")).after()).isEqualTo(2);
        assertThat(stream("f-2", Map.of("last_event_id", "e-1")).after()).isEqualTo(ELSEWHERE);
        assertThat(stream("", Map.of("last_event_id", "e-1")).after())
                .as("an empty field does not count")
                .isEqualTo(1);
        assertThat(poll("e-2", Map.of("after", "e-1")).after()).isEqualTo(1);
        assertThat(poll("e-2", Map.of()).after()).isEqualTo(2);
        assertThat(poll("e-2", Map.of("after", "")).after()).isEqualTo(2);
        assertThat(poll("e-2", Map.of("after", "e-1", "sig", "x")).after()).isEqualTo(2);
        assertThat(poll("", Map.of("after", "e-1")).after()).isEqualTo(1);
    }

    @Test
    void e03_anOpeningMovesTheCursorOfTheClientAndFiresNothing() {
        ParsedStream opening = ParsedStream.of(stream(null, Map.of()).opening(log));
        assertThat(opening.lastEventId()).isEqualTo("e-3");
        assertThat(opening.messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"e-2", "f-2"})
    void e04_anOpeningForAReturningClientNamesNoId(String id) {
        assertThat(new String(stream(id, Map.of()).opening(log), UTF_8)).isEqualTo(":\n\n");
    }

    @Test
    void e10_anIdOfAnotherEpochIsRefusedWhileTheLogIsBehind() {
        log.behind(true);
        assertRefused(Problem.UNAVAILABLE, () -> stream("f-2", Map.of()));
        assertRefused(Problem.UNAVAILABLE, () -> poll(Map.of("after", "f-2")));
        assertThat(stream("e-2", Map.of()).after()).isEqualTo(2);
    }

    @Test
    void e03_aStreamAndAPollNameAnIdInDifferentWays() {
        assertThat(stream(null, Map.of("after", "e-1")).after()).isEqualTo(3);
        assertThat(poll(Map.of("last_event_id", "e-1")).after()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "2s, 2000",
        "500ms, 500",
        "3, 3000",
        "0, 0",
        "0ms, 0",
        "1m, 60000",
        "60, 60000",
        "59999ms, 59999",
        "61, 60000",
        "2m, 60000",
        "999999999, 60000",
        "999999999m, 60000",
        "007s, 7000"
    })
    void l02_aTimeoutHasAUnitOrIsInSecondsAndIsAMinuteAtMost(String timeout, long millis) {
        assertThat(poll(Map.of("timeout", timeout)).timeout()).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "s",
                "-1",
                "-1s",
                "+1",
                "1.5s",
                "1 s",
                " 1",
                "1h",
                "1S",
                "1sec",
                "PT1S",
                "1us",
                "1s1s",
                "1_000",
                "\u0661s",
                "0x1",
                "1e3",
                "9999999999",
                "99999999999999999999ms",
                "null",
                "2s\n"
            })
    void l02_anyOtherTimeoutIsRefused(String timeout) {
        assertRefused(Problem.MALFORMED_QUERY, () -> poll(Map.of("timeout", timeout)));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "1000, 1000", "1001, 1000", "999999999, 1000", "0005, 5"})
    void l01_aPollGetsAThousandEventsAtMost(String max, int most) {
        assertThat(poll(Map.of("max", max)).mostEvents()).isEqualTo(most);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "0", "000", "-1", "+1", "1.0", "1e2", "all", " 1", "1 ", "9999999999", "\u0661"})
    void l01_anyOtherNumberIsRefused(String max) {
        assertRefused(Problem.MALFORMED_QUERY, () -> poll(Map.of("max", max)));
    }

    @Test
    void e05_topicsMayBeRepeatedAndTheirOrderDoesNotMatter() {
        assertThat(ofTopics(List.of("a", "b")).topics()).isEqualTo(topics("b", "a"));
        assertThat(ofTopics(List.of("a", "b", "a")).topics()).isEqualTo(topics("a", "b"));
        assertThat(ofTopics(Collections.nCopies(64, "a")).topics()).isEqualTo(topics("a"));
    }

    @Test
    void e05_aNameThatCanBeNoTopicIsRefused() {
        for (String name : List.of("", " a", "a\nb", "\0", "x".repeat(129))) {
            assertRefused(Problem.MALFORMED_QUERY, () -> ofTopics(List.of("a", name)));
            assertRefused(
                    Problem.MALFORMED_QUERY,
                    () -> Reading.stream(log, null, field -> field.equals("topic") ? List.of(name) : List.of()));
        }
    }

    @Test
    void e05_moreThan64TopicsAreRefused() {
        List<String> many =
                IntStream.rangeClosed(1, 65).mapToObj(String::valueOf).toList();
        assertRefused(Problem.MALFORMED_QUERY, () -> ofTopics(many));
        assertThat(ofTopics(many.subList(1, 65)).topics().has("65")).isTrue();
    }

    private Reading ofTopics(List<String> names) {
        return Reading.poll(log, null, field -> field.equals("topic") ? names : List.of());
    }

    private Reading poll(Map<String, String> query) {
        return poll(null, query);
    }

    private Reading poll(@Nullable String lastEventId, Map<String, String> query) {
        return Reading.poll(
                log, lastEventId, name -> query.containsKey(name) ? List.of(query.getOrDefault(name, "")) : List.of());
    }

    private Reading stream(@Nullable String lastEventId, Map<String, String> query) {
        return Reading.stream(
                log, lastEventId, name -> query.containsKey(name) ? List.of(query.getOrDefault(name, "")) : List.of());
    }

    private static Topics topics(String... names) {
        return Topics.of(List.of(names));
    }
}
