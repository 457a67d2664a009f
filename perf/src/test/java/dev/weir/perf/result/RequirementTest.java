package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Raw.Value;
import java.util.List;
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

    private static Example of(String scenario, String contender) {
        return Example.of(new RunPlan.Case(1, 1, scenario, "", contender));
    }

    private static Example answers(double rate) {
        return answers("S9s", rate);
    }

    private static Example answers(String scenario, double rate) {
        return of(scenario, "async").value(Value.CEILING, 1000).slice(rate, 0.1, 100);
    }

    private static Example goodput(double rate) {
        return Example.trial().value(Value.CAPACITY, 1000).value(Value.ACHIEVED_RATE, rate);
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
                of(
                        "L04",
                        Metric.EMPTY_ANSWERS,
                        Example.trial().value(Value.EMPTY_ANSWERS, 0),
                        Example.trial().value(Value.EMPTY_ANSWERS, 1)),
                of("overload", Metric.GOODPUT, goodput(900), goodput(899)),
                of(
                        "overload",
                        Metric.RECOVERY,
                        Example.trial().value(Value.RECOVERY_SECONDS, 1),
                        Example.trial().value(Value.RECOVERY_SECONDS, 1.1)),
                of(
                        "D11",
                        Metric.LEFT_OVER,
                        Example.trial().value(Value.LEFT_OVER, 0),
                        Example.trial().value(Value.LEFT_OVER, 1)),
                of("the ceiling", Metric.THROUGHPUT, answers(950), answers(949)),
                of("L04, all are answered", Metric.THROUGHPUT, answers("S2", 950), answers("S2", 949)),
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

    /** Creates a trial with two users and one thread. The prediction is a wait of 1 ms, then a download of 1 ms. */
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
        assertThat(Requirement.of(queued(1901, 951).evidence())).hasSize(3);
        assertThat(missed(queued(1951, 951))).isEmpty();
        assertThat(missed(queued(2049, 1049))).isEmpty();
        assertThat(missed(queued(1899, 899))).containsExactly(Metric.RESPONSE_MEAN, Metric.WAIT_MEAN);
        assertThat(missed(queued(2200, 1200))).containsExactly(Metric.RESPONSE_MEAN, Metric.WAIT_MEAN);
    }

    /** Four users who wait half a second per answer get eight answers a second. Six a second must miss the target. */
    @Test
    void rateAndResponseObeyLittlesLaw() {
        Example trial = Example.trial()
                .value(Value.USERS, 4)
                .value(Value.THREADS, 1)
                .value(Value.DOWNLOAD_SECONDS, 0.125)
                .histogram(Evidence.Tag.RESPONSE, 500_000);
        assertThat(missed(trial.slice(8, 0.1, 100))).isEmpty();
        assertThat(missed(trial.slice(6, 0.1, 100))).containsExactly(Metric.THROUGHPUT, Metric.LITTLE);
    }

    private static List<Metric> missed(Example trial) {
        return Requirement.of(trial.evidence()).stream()
                .filter(requirement -> !requirement.met())
                .map(Requirement::metric)
                .toList();
    }

    /** Creates a trial with two users and a thread for each. At the rate limit, a download takes 1 s. */
    private static Example together(long unloadedMicros, long waitMicros, long responseMicros) {
        return Example.trial()
                .value(Value.USERS, 2)
                .value(Value.DOWNLOAD_SECONDS, 1)
                .histogram(Evidence.Tag.UNLOADED_WAIT, unloadedMicros)
                .histogram(Evidence.Tag.UNLOADED_RESPONSE, 1_000_000 + unloadedMicros)
                .histogram(Evidence.Tag.WAIT, waitMicros)
                .histogram(Evidence.Tag.RESPONSE, responseMicros);
    }

    @Test
    void theFirstByteComesAtMostFiveMillisecondsLaterThanAlone() {
        assertThat(missed(together(1_000, 5_900, 1_005_900))).isEmpty();
        assertThat(missed(together(1_000, 6_100, 1_006_100))).containsExactly(Metric.WAIT_MEAN);
        assertThat(missed(together(1_000, 46_000, 1_046_000)))
                .as("45 ms more, which is less than five per cent of the download")
                .containsExactly(Metric.WAIT_MEAN);
        assertThat(missed(together(9_900, 9_900, 1_009_900))).isEmpty();
        assertThat(missed(together(10_100, 10_100, 1_010_100))).containsExactly(Metric.UNLOADED_WAIT);
        assertThat(missed(together(46_000, 46_000, 1_046_000)))
                .as("45 ms more, also alone")
                .containsExactly(Metric.UNLOADED_WAIT);
    }

    /** The target for a download's rate is the rate limit, and not the rate that the same server has without load. */
    @Test
    void aDownloadHasThePlansRateWithinOnePerCent() {
        assertThat(missed(together(1_000, 1_000, 1_010_000))).isEmpty();
        assertThat(missed(together(1_000, 1_000, 992_000))).isEmpty();
        assertThat(missed(together(1_000, 1_000, 1_014_000))).containsExactly(Metric.RATE);
        assertThat(missed(together(1_000, 1_000, 988_000))).containsExactly(Metric.RATE);
        Example fourTimes = Example.trial()
                .value(Value.USERS, 2)
                .value(Value.DOWNLOAD_SECONDS, 1)
                .histogram(Evidence.Tag.UNLOADED_WAIT, 1_000)
                .histogram(Evidence.Tag.UNLOADED_RESPONSE, 251_000)
                .histogram(Evidence.Tag.WAIT, 1_000)
                .histogram(Evidence.Tag.RESPONSE, 251_000);
        assertThat(missed(fourTimes)).containsExactly(Metric.RATE);
    }

    private static Example asksAgain(double users, double mostPerSecond, long serviceMicros) {
        return Example.trial()
                .value(Value.USERS, users)
                .value(Value.CEILING, mostPerSecond)
                .histogram(Evidence.Tag.SERVICE, serviceMicros);
    }

    /** The target for the mean time per request must be users / highest rate, such as 2,000 / (200 a second) = 10 s. */
    @Test
    void aUserWhoAsksAgainWaitsForAllOthers() {
        Example asleep = asksAgain(2_000, 200, 10_100_000);
        assertThat(found(asleep, "N/X = 2000/200 s", Metric.SERVICE_MEAN).target())
                .isEqualTo(10);
        assertThat(found(asksAgain(2_000, 1_000, 2_000_000), "N/X = 2000/1000 s", Metric.SERVICE_MEAN)
                        .target())
                .isEqualTo(2);
        assertThat(missed(asleep)).isEmpty();
        assertThat(missed(asksAgain(2_000, 1_000, 2_090_000))).isEmpty();
        assertThat(missed(asksAgain(2_000, 200, 9_492_000)))
                .as("with its first requests, which waited for half as long")
                .containsExactly(Metric.SERVICE_MEAN);
        assertThat(missed(asksAgain(2_000, 1_000, 1_875_000))).containsExactly(Metric.SERVICE_MEAN);
    }

    private static Example polls(long serviceMicros) {
        return of("S2", "async")
                .value(Value.USERS, 2_000)
                .value(Value.CEILING, 1_000)
                .histogram(Evidence.Tag.SERVICE, serviceMicros)
                .slice(1_000, 0.1, 100);
    }

    /**
     * The publisher determines how long a poll takes. So the right time must not count as a success of the server.
     * The server {@code sleeping} has no publisher. If it answers too early, it must miss its targets.
     */
    @Test
    void theTimeOfAPollIsNoMeritOfTheServer() {
        for (long micros : new long[] {1_901_000, 2_099_000}) {
            Example polls = polls(micros);
            assertThat(Requirement.of(polls.evidence()))
                    .extracting(Requirement::metric)
                    .containsExactly(Metric.SERVICE_MEAN, Metric.THROUGHPUT);
            assertThat(found(polls, "N/X = 2000/1000 s", Metric.SERVICE_MEAN))
                    .returns(Requirement.Sense.FIXED, Requirement::sense)
                    .returns(2.0, Requirement::target);
            assertThat(missed(polls)).isEmpty();
        }
        Example asleep = of("S2", "sleeping#2").value(Value.USERS, 2_000).value(Value.CEILING, 200);
        assertThat(missed(asleep.histogram(Evidence.Tag.SERVICE, 9_000_000).slice(200, 0.1, 100)))
                .containsExactly(Metric.SERVICE_MEAN, Metric.LITTLE);
    }

    /** A poll that takes longer or shorter than the publisher's period must be a missed target. */
    @Test
    void aPollWithAnotherTimeThanThePublishersIsAMiss() {
        for (long micros : new long[] {1_000, 1_899_000, 2_101_000, 2_400_000}) {
            assertThat(missed(polls(micros))).containsExactly(Metric.SERVICE_MEAN);
            assertThat(found(polls(micros), "N/X = 2000/1000 s", Metric.SERVICE_MEAN)
                            .sense())
                    .isEqualTo(Requirement.Sense.PREDICTED);
        }
    }

    /** A closed loop must reach the highest possible rate. An open loop must not be judged by this rate. */
    @Test
    void onlyAClosedLoopShouldReachItsCeiling() {
        assertThat(missed(answers(900))).containsExactly(Metric.THROUGHPUT);
        assertThat(missed(answers(900).value(Value.PLANNED_RATE, 900))).isEmpty();
    }

    @Test
    void aTrialThatMeasuredNothingHasNoRequirement() {
        assertThat(Requirement.of(Example.trial().slice(10, 0.1, 100).evidence()))
                .isEmpty();
    }
}
