package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Raw.Value;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RequirementTest {
    private static Arguments of(String rule, Metric metric, Example met, Example missed) {
        return Arguments.of(rule, metric, met, missed);
    }

    private static Example wakeups(double count) {
        return Example.trial().value(Value.GRANTS, 1000).value(Value.WAKEUPS, count);
    }

    private static Example many(double bytes) {
        return Example.trial().value(Value.ONE_CONNECTION_BYTES, 1000).value(Value.MANY_CONNECTIONS_BYTES, bytes);
    }

    private static Example clients(double... bytes) {
        return Example.trial()
                .value(Value.RATE_BYTES, 1000)
                .value(Value.WINDOW_SECONDS, 1)
                .series(Raw.Series.CLIENT_BYTES, bytes);
    }

    private static Example answers(double rate) {
        return Example.trial().value(Value.CEILING, 1000).value(Value.ACHIEVED_RATE, rate);
    }

    private static Example encoded(double times) {
        return Example.trial().value(Value.PUBLISHED, 50).value(Value.ENCODED, times);
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                of("T02", Metric.WITHIN, clients(1000, 1004), clients(1000, 1006)),
                of("T03", Metric.SHARED, many(1020), many(1021)),
                of("T04", Metric.JAIN, clients(1000, 1000), clients(1000, 600)),
                of("T07", Metric.WAKEUPS, wakeups(1050), wakeups(1051)),
                of(
                        "T07",
                        Metric.EMPTY_POLLS,
                        Example.trial().value(Value.EMPTY_POLLS, 0),
                        Example.trial().value(Value.EMPTY_POLLS, 1)),
                of("L04", Metric.OF_CEILING, answers(950), answers(949)),
                of("E08", Metric.ENCODED, encoded(50), encoded(51)),
                of(
                        "S5",
                        Metric.LAST_MAX,
                        Example.trial().histogram(Evidence.Tag.LAST, 999_000),
                        Example.trial().histogram(Evidence.Tag.LAST, 1_002_000)),
                of(
                        "memory",
                        Metric.OWN_HEAP,
                        Example.trial().value(Value.OWN_HEAP_BYTES, 1024),
                        Example.trial().value(Value.OWN_HEAP_BYTES, 1025)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rules")
    void aRuleIsMetUpToItsLimitAndMissedBeyond(String rule, Metric metric, Example met, Example missed) {
        assertThat(found(met, rule, metric).met()).isTrue();
        assertThat(found(missed, rule, metric).met()).isFalse();
    }

    private static Requirement found(Example trial, String rule, Metric metric) {
        return Requirement.of(trial.evidence()).stream()
                .filter(requirement -> requirement.rule().equals(rule) && requirement.metric() == metric)
                .findFirst()
                .orElseThrow();
    }

    /** Two users and one thread at a millisecond each: a response of 2 ms with a wait of 1 ms. */
    private static Example queued(long responseMicros, long waitMicros) {
        return Example.trial()
                .value(Value.USERS, 2)
                .value(Value.THREADS, 1)
                .value(Value.DOWNLOAD_SECONDS, 0.001)
                .histogram(Evidence.Tag.RESPONSE, responseMicros)
                .histogram(Evidence.Tag.WAIT, waitMicros);
    }

    @Test
    void aPredictionIsMetWithinFivePerCent() {
        assertThat(Requirement.of(queued(1901, 951).evidence())).hasSize(2).allMatch(Requirement::met);
        assertThat(Requirement.of(queued(2000, 1049).evidence())).allMatch(Requirement::met);
        assertThat(Requirement.of(queued(1899, 949).evidence())).hasSize(2).noneMatch(Requirement::met);
        assertThat(Requirement.of(queued(2200, 1051).evidence())).noneMatch(Requirement::met);
    }

    /** The unloaded wait is 20 us of 1,000. Five per cent of it would be a microsecond. */
    @Test
    void aWaitOfNextToNothingIsJudgedByTheDownload() {
        Example trial = Example.trial()
                .value(Value.USERS, 2)
                .value(Value.DOWNLOAD_SECONDS, 0.001)
                .histogram(Evidence.Tag.UNLOADED_RESPONSE, 1000)
                .histogram(Evidence.Tag.UNLOADED_WAIT, 20)
                .histogram(Evidence.Tag.RESPONSE, 1000);
        assertThat(Requirement.of(trial.histogram(Evidence.Tag.WAIT, 68).evidence()))
                .hasSize(2)
                .allMatch(Requirement::met);
        assertThat(Requirement.of(trial.histogram(Evidence.Tag.WAIT, 80).evidence()))
                .as("a mean of 74 us")
                .filteredOn(requirement -> requirement.metric() == Metric.WAIT_MEAN)
                .singleElement()
                .matches(requirement -> !requirement.met());
    }

    @Test
    void nothingIsAskedOfWhatWasNotMeasured() {
        assertThat(Requirement.of(Example.trial().slice(10, 0.1, 100).evidence()))
                .isEmpty();
    }
}
