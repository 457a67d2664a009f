package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Example;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Runs;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests that the answers in a report state the measured figures, even if these are unexpected. */
class AnswersTest {
    private static String answer(RunPlan plan, Function<RunPlan.Case, Evidence> trial) {
        return String.join(
                " ",
                Answers.of(Runs.results(plan, trial)).stream()
                        .map(answer -> answer.subject() + ": " + String.join(" ", answer.sentences()))
                        .toList());
    }

    /** Creates a trial with ten users in a closed loop. Each download first waits, and then takes one second. */
    private static Example closed(RunPlan.Case planned, long waitMicros) {
        double response = 1 + waitMicros / 1e6;
        return Example.of(planned)
                .slice(10 / response, 0.1, 100)
                .value(Value.USERS, 10)
                .value(Value.DOWNLOAD_SECONDS, 1)
                .histogram(Evidence.Tag.UNLOADED_WAIT, 1_000)
                .histogram(Evidence.Tag.UNLOADED_RESPONSE, 1_001_000)
                .histogram(Evidence.Tag.WAIT, waitMicros)
                .histogram(Evidence.Tag.RESPONSE, 1_000_000 + waitMicros);
    }

    @Test
    void usersWhoQueueAreCountedByLittlesLaw() {
        String answer = answer(
                Runs.plan("S1", 1, "async", "virtual", "blocking"),
                planned -> planned.contender().equals("blocking")
                        ? closed(planned, 4_000_000).value(Value.THREADS, 2).evidence()
                        : closed(planned, 2_000).evidence());
        assertThat(answer)
                .contains("`blocking` serves 2 of 10 users at a time: the other 8 wait 4.0")
                .contains("`async` and `virtual` serve all 10 users as if alone: the answer begins after 2.00 ms.")
                .contains("All targets are met.");
    }

    /** A measured time misses its target. The report must say so, and must not say that all targets are met. */
    @Test
    void aMissIsCalledAMiss() {
        assertThat(answer(
                        Runs.plan("S1", 1, "async"),
                        planned -> closed(planned, 48_000).evidence()))
                .contains("`async` serves all 10 users at once, but late: the answer begins after 48.0 ms.")
                .contains("**Missed targets:** `async` (wait mean).")
                .doesNotContain("as if alone", "All targets");
        assertThat(answer(
                        Runs.plan("S1", 1, "async"),
                        planned -> closed(planned, 4_000_000).evidence()))
                .contains("`async` serves 2 of 10 users at a time")
                .contains("**Missed targets:** `async` (response mean)");
    }

    /** Creates a trial with 2,000 clients that poll. The server answers {@code perSecond} polls per second. */
    private static Example polls(RunPlan.Case planned, double perSecond) {
        return Example.of(planned)
                .slice(perSecond, 0.1, 100)
                .value(Value.USERS, 2_000)
                .value(Value.CEILING, 1_000)
                .value(Value.WINDOW_SECONDS, 1)
                .value(Value.ACHIEVED_RATE, perSecond)
                .value(Value.EMPTY_ANSWERS, 0)
                .histogram(Evidence.Tag.LAG, 20)
                .histogram(Evidence.Tag.SERVICE, 2_000_000)
                .histogram(Evidence.Tag.RESPONSE, 20_000)
                .histogram(Evidence.Tag.LAST, 20_000);
    }

    /** A server answers too few polls, or answers a poll without an event. The report must name the missed target. */
    @Test
    void pollsAreComparedWithTheirCeiling() {
        assertThat(answer(
                        Runs.plan("S2", 1, "async"),
                        planned -> polls(planned, 900).evidence()))
                .contains("`async` answers 900 of 1,000 possible polls a second.")
                .contains("after 20.0 ms on average")
                .contains("**Missed targets:** `async` (requests per second).");
        assertThat(answer(
                        Runs.plan("S2", 1, "async"),
                        planned -> polls(planned, 1_000)
                                .value(Value.EMPTY_ANSWERS, 1)
                                .evidence()))
                .contains("**Missed targets:** `async` (answers without an event).");
    }

    @Test
    void metTargetsAreThoseOfTheValidTrials() {
        RunPlan plan = Runs.plan("S2", 2, "async");
        assertThat(answer(plan, planned -> polls(planned, 1_000).evidence())).endsWith("All targets are met.");
        assertThat(answer(
                        plan,
                        planned -> (planned.position() == 1
                                        ? polls(planned, 500).error("status 500", 1)
                                        : polls(planned, 1_000))
                                .evidence()))
                .endsWith("All targets are met by the valid trials.");
    }

    @Test
    void clientsWithoutTheirRateAreCounted() {
        assertThat(answer(
                        Runs.plan("S1x", 1, "async", "virtual"),
                        planned -> Example.of(planned)
                                .slice(1, 0.1, 100)
                                .value(Value.RATE_BYTES, 1000)
                                .value(Value.WINDOW_SECONDS, 1)
                                .histogram(Evidence.Tag.LAG, 20)
                                .series(
                                        Raw.Series.CLIENT_BYTES,
                                        1000,
                                        planned.contender().equals("async") ? 1000 : 900)
                                .evidence()))
                .contains("`async` gives every client its rate.")
                .contains("`virtual` gives another rate to at most 1, the worst off by -10.000 %.");
    }

    @Test
    void decidedRatiosAreToldAndOthersAreNamed() {
        RunPlan plan = Runs.plan(8, "async", "reactive", "virtual", "async#2");
        String answer =
                answer(plan, planned -> Runs.trial(planned, planned.contender().equals("reactive") ? 2 : 1, 1));
        assertThat(answer)
                .contains("`reactive` uses 2.0")
                .contains("times as much as `async`.")
                .contains("Equal to `async` within 5 %: `virtual`.")
                .doesNotContain("#2");
    }

    @Test
    void fewBlocksAndNoValidTrialAreNoAnswer() {
        RunPlan plan = Runs.plan(1, "async", "reactive");
        assertThat(answer(plan, Runs::usual)).contains("Not decided against `async`, with too few blocks: `reactive`.");
        Function<RunPlan.Case, Evidence> gone =
                planned -> new Evidence(Raw.failed(planned, new IOException("gone")), Map.of());
        assertThat(answer(plan, gone))
                .isEqualTo("S5, 1,000 requests/s: No answer, because none of the trials is valid.");
        assertThat(answer(
                        plan,
                        planned -> planned.contender().equals("async") ? Runs.usual(planned) : gone.apply(planned)))
                .contains("Without a valid trial: `reactive`.");
    }

    @Test
    void aServerThatRunsOutOfThreadsShowsTheRateThatItReached() {
        assertThat(answer(Runs.plan("S7", 1, "async", "blocking"), planned -> {
                    boolean blocking = planned.contender().equals("blocking");
                    return Example.of(planned)
                            .slice(blocking ? 180 : 1000, 0.1, 100)
                            .value(Value.SERVER_THREADS, blocking ? 240 : 40)
                            .value(Value.CEILING, 200)
                            .value(Value.PLANNED_RATE, blocking ? 180 : 1000)
                            .value(Value.ACHIEVED_RATE, blocking ? 180 : 1000)
                            .evidence();
                }))
                .contains("`async` answers 1,000 and `blocking` 180 requests a second.")
                .contains("the servers have 40 (`async`) to 240 (`blocking`) threads.")
                .as("a ceiling is a target only for clients that wait for answers")
                .doesNotContain("Missed targets");
    }

    private static double[] cpu(int times) {
        return new double[] {0.001 * times, 0.002 * times, 0.003 * times};
    }

    /** A request costs half as much if the connection stays open. The report must state the ratio of both costs. */
    @Test
    void aLoadIsComparedWithTheCheapestOfItsScenario() {
        RunPlan plan = new RunPlan(
                "Does it pay?",
                "./weir compare",
                7,
                Map.of(),
                List.of(
                        new RunPlan.Case(1, 1, "S4", "unlimited keep-alive", "async"),
                        new RunPlan.Case(2, 1, "S4", "keep-alive 1", "async"),
                        new RunPlan.Case(3, 1, "S4", "keep-alive 1", "virtual")),
                List.of());
        assertThat(answer(
                        plan,
                        planned -> Example.of(planned)
                                .slice(10, 1, 1)
                                .series(Raw.Series.UNITS, 1, 2, 3)
                                .series(Raw.Series.CPU_SECONDS, cpu(planned.position()))
                                .evidence()))
                .contains("S4, unlimited keep-alive: Per request, `async` uses 1.00 ms of CPU.")
                .contains("The lowest cost is 2.00 times that of \"S4, unlimited keep-alive\".")
                .contains("S4, keep-alive 1: Per request, `async` uses 2.00 ms and `virtual` 3.00 ms of CPU.");
    }

    @Test
    void aCostWhoseLineFitsBadlyIsUncertain() {
        String answer = answer(
                Runs.plan("S5", 1, "async", "virtual"),
                planned -> Example.of(planned)
                        .slice(10, 1, 1)
                        .series(Raw.Series.UNITS, 1, 2, 3, 4)
                        .series(
                                Raw.Series.CPU_SECONDS,
                                planned.contender().equals("async")
                                        ? new double[] {0.001, 0.002, 0.003, 0.004}
                                        : new double[] {0.002, 0.001, 0.003, 0.002})
                        .evidence());
        assertThat(answer).contains("Uncertain, because the line fits badly (R² below 0.9): `virtual`.");
    }

    /** If a scenario has no answer of its own, the report must show its costs (last case of {@link Answers#answer}). */
    @Test
    void anUnknownScenarioIsAnsweredByItsCosts() {
        assertThat(answer(Runs.plan("S99", 1, "async", "reactive"), Runs::usual))
                .startsWith("S99")
                .contains("of CPU.", "The median response takes");
    }

    /** A mean wait that is shorter than predicted is a missed target. But the report must not call the server late. */
    @Test
    void onlyAnUpperBoundMakesAnAnswerLate() {
        assertThat(answer(
                        Runs.plan("S1", 1, "async"),
                        planned ->
                                closed(planned, 2_000).value(Value.THREADS, 5).evidence()))
                .contains("`async` serves all 10 users as if alone")
                .contains("wait mean")
                .doesNotContain("late");
    }

    @Test
    void aFigureOfZeroIsNotCalledTooFewBlocks() {
        RunPlan plan = Runs.plan(4, "async", "reactive", "virtual", "blocking");
        assertThat(answer(plan, planned -> switch (planned.contender()) {
                    case "reactive" -> Runs.trial(planned, 0, 1);
                    case "blocking" -> Runs.trial(planned, 1 + 0.5 * (planned.block() % 2), 1);
                    default ->
                        planned.block() > 2 && planned.contender().equals("virtual")
                                ? new Evidence(Raw.failed(planned, new IOException("gone")), Map.of())
                                : Runs.usual(planned);
                }))
                .contains("Not decided against `async`, with a figure that is not above zero: `reactive`.")
                .contains("Not decided against `async`, with too few blocks: `virtual`.")
                .contains("Not decided against `async`: `blocking`.");
    }

    @Test
    void anOverloadIsAnsweredByAnswersAndRecovery() {
        assertThat(answer(
                        Runs.plan("S8", 1, "async", "blocking"),
                        planned -> Example.of(planned)
                                .slice(1, 1, 1)
                                .value(Value.CAPACITY, 1000)
                                .value(Value.ACHIEVED_RATE, planned.contender().equals("async") ? 950 : 500)
                                .value(Value.RECOVERY_SECONDS, 0.5)
                                .evidence()))
                .contains("servers answer 0.5000 (`blocking`) to 0.9500 (`async`) times their capacity.")
                .contains("their response times are normal again after 500 ms.");
    }

    @Test
    void aStartIsAnsweredByItsTimeAndItsCpu() {
        assertThat(answer(
                        Runs.plan("S9", 8, "async", "async#2", "reactive"),
                        planned -> Example.of(planned)
                                .slice(1, 1, 1)
                                .value(Value.START_SECONDS, planned.contender().startsWith("async") ? 2 : 3)
                                .value(Value.START_CPU_SECONDS, 4)
                                .evidence()))
                .contains("Servers are healthy 2.000 s (`async`) to 3.000 s (`reactive`) after their start.")
                .contains("`reactive` takes 1.50 times as much as `async`.")
                .contains("Until then they use 4.000 s of CPU. Equal to `async` within 5 %: `reactive`.");
    }

    @Test
    void anInvalidTrialThatLostAnEventIsNotHidden() {
        RunPlan plan = Runs.plan("S2x", 1, "async", "virtual");
        assertThat(answer(plan, Runs::usual)).contains("No trial lost an event.");
        assertThat(answer(plan, planned -> failing(planned, "the server closed the connection")))
                .contains("No valid trial lost an event.");
        for (String fault : List.of("an event did not come", "an event was left out")) {
            assertThat(answer(plan, planned -> failing(planned, fault)))
                    .contains("Without a valid trial: `virtual`.")
                    .doesNotContain("lost an event");
        }
    }

    private static Evidence failing(RunPlan.Case planned, String fault) {
        return planned.contender().equals("async")
                ? Runs.usual(planned)
                : Example.of(planned).slice(1, 1, 1).error(fault, 7).evidence();
    }
}
