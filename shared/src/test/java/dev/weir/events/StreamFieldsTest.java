package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.http.StreamFields;
import dev.weir.problem.Problem;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StreamFieldsTest {
    @Test
    void e02_nobodyMayKeepAStreamOrChangeItOrHoldItBack() {
        assertThat(StreamFields.STREAM)
                .containsEntry("Content-Type", "text/event-stream")
                .containsEntry("Cache-Control", "no-store, no-transform")
                .containsEntry("X-Accel-Buffering", "no");
    }

    /** A server that stops must give its clients different delays. Otherwise all would reconnect at the same time. */
    @Test
    void e10_aClientThatComesBackComesSoonAndNotWithAllOthers() {
        List<Long> millis = IntStream.range(0, 1000)
                .mapToObj(client -> ParsedStream.of(StreamFields.comeBack()))
                .map(ParsedStream::retryMillis)
                .toList();
        assertThat(millis).allMatch(delay -> delay >= 1_000 && delay <= 5_000);
        assertThat(Set.copyOf(millis)).hasSizeGreaterThan(100);
        assertThat(ParsedStream.of(StreamFields.comeBack()).messages()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Problem.class)
    void e10_aRefusalThatEndsByItselfIsOneToComeBackFrom(Problem problem) {
        List<Problem> passing = List.of(
                Problem.TOO_MANY_SUBSCRIBERS,
                Problem.TOO_MANY_DOWNLOADS,
                Problem.TOO_MANY_REQUESTS,
                Problem.TOO_MANY_CLIENTS,
                Problem.UNAVAILABLE,
                Problem.FILES_GONE,
                Problem.KEYS_NOT_STORED,
                Problem.OVERLOADED);
        assertThat(StreamFields.isToComeBack(problem)).isEqualTo(passing.contains(problem));
    }

    @Test
    void l02_everyAnswerToAPollSaysWhereToGoOn() {
        EventLog log = new EventLog("e", 10, Long.MAX_VALUE);
        log.append("a", null, "x");
        Topics all = Topics.of(List.of());
        assertThat(StreamFields.next(log.read(1, all, 1, 1)))
                .containsEntry("Weir-Cursor", "e-1")
                .containsEntry("Cache-Control", "no-store")
                .doesNotContainKey("Content-Type");
        assertThat(StreamFields.next(log.read(0, all, 1, 1)))
                .containsEntry("Weir-Cursor", "e-1")
                .containsEntry("Cache-Control", "no-store")
                .containsEntry("Content-Type", "application/json");
    }
}
