package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.result.Raw.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegressionsTest {
    private static final RunPlan PLAN = Runs.plan(10, "async", "reactive");
    private static final Results BEFORE = Runs.results(PLAN, Runs::usual);

    /**
     * Creates a run like {@link #BEFORE}, but with other noise. Multiplies the allocated bytes of the server
     * {@code reactive} by {@code allocated}.
     */
    private static Results after(double allocated) {
        Results results = Runs.results(PLAN, planned -> {
            RunPlan.Case other = new RunPlan.Case(
                    planned.position() + 500,
                    planned.block(),
                    planned.scenario(),
                    planned.setting(),
                    planned.contender());
            Raw noise = Runs.trial(other, 1, planned.contender().equals("reactive") ? allocated : 1)
                    .raw();
            return new Evidence(
                    new Raw(
                            planned,
                            noise.unit(),
                            noise.command(),
                            noise.serverLines(),
                            noise.warmUp(),
                            noise.slices(),
                            noise.values(),
                            noise.series(),
                            noise.errors(),
                            noise.fitness(),
                            null),
                    Runs.usual(planned).micros());
        });
        assertThat(results.allValid()).isTrue();
        return results;
    }

    private static List<Regressions.Change> regressions(Results before, Results after) {
        return new Regressions(before, after)
                .changes().stream().filter(Regressions.Change::isRegression).toList();
    }

    @Test
    void eightPerCentMoreAllocationIsFound() {
        assertThat(regressions(BEFORE, after(1.08))).singleElement().satisfies(change -> {
            assertThat(change.metric()).isEqualTo(Metric.ALLOCATED);
            assertThat(change.ratio().value()).isCloseTo(1.08, within(0.01));
            assertThat(change.text()).startsWith("REGRESSION S5, 1,000 requests/s, reactive, allocated: 1.0");
        });
    }

    @Test
    void everyPrimaryMetricOfEveryContenderIsLookedAt() {
        assertThat(new Regressions(BEFORE, after(1)).changes())
                .hasSize(2 * 6)
                .noneMatch(Regressions.Change::isRegression)
                .allMatch(change -> change.text().startsWith("ok "));
        assertThat(new Regressions(BEFORE, after(1)).obstacles()).isEmpty();
    }

    @Test
    void lessThanFivePerCentIsNone() {
        assertThat(regressions(BEFORE, after(1.03))).isEmpty();
    }

    @Test
    void aLowerCostIsNoRegression() {
        assertThat(regressions(BEFORE, after(1 / 1.08))).isEmpty();
    }

    @Test
    void runsWithNothingInCommonAreNotCompared() {
        Results others = Runs.results(Runs.plan(10, "virtual"), Runs::usual);
        Results otherLoad = Runs.results(Runs.plan("S1", 10, "async", "reactive"), Runs::usual);
        assertThat(new Regressions(BEFORE, others).changes()).isEmpty();
        assertThat(new Regressions(BEFORE, otherLoad).changes()).isEmpty();
        assertThat(new Regressions(BEFORE, otherLoad).obstacles())
                .contains("S5, 1,000 requests/s, async, marginal server CPU: missing, or too few valid trials");
    }

    @Test
    void anInvalidTrialHasNoPartAndIsAnObstacle() {
        Results spoilt = Runs.results(
                PLAN,
                planned -> planned.block() == 4
                        ? Example.of(planned)
                                .slice(1, 99, 99e9)
                                .error("short", 1)
                                .evidence()
                        : Runs.usual(planned));
        assertThat(new Regressions(BEFORE, spoilt).changes())
                .hasSize(12)
                .allMatch(change -> change.ratio().blocks() == 9)
                .noneMatch(Regressions.Change::isRegression);
        assertThat(new Regressions(BEFORE, spoilt).obstacles())
                .containsExactly(
                        "second run: trial 007-s5-1-000-requests-s-async is invalid: 1 x short",
                        "second run: trial 008-s5-1-000-requests-s-reactive is invalid: 1 x short");
        assertThat(new Regressions(spoilt, BEFORE).obstacles())
                .hasSize(2)
                .allMatch(text -> text.startsWith("first run"));
    }

    /**
     * Creates a run with the throughput {@code units}. The slowest 2 % of the responses take {@code tailMicros}. The
     * trials of the first round have {@code emptyPolls} empty polls each. The other trials have none.
     */
    private static Results loaded(double units, long tailMicros, double emptyPolls) {
        return Runs.results(PLAN, planned -> {
            Example trial = Example.of(planned)
                    .slice(units, 1, 1)
                    .value(Value.EMPTY_POLLS, planned.block() == 1 ? emptyPolls : 0);
            for (int i = 0; i < 10_000; i++) {
                trial.histogram(Evidence.Tag.RESPONSE, i < 9_800 ? 500 : tailMicros);
            }
            return trial.evidence();
        });
    }

    @Test
    void aLowerThroughputAndALongerTailAreFound() {
        Results before = loaded(1000, 900, 0);
        assertThat(regressions(before, loaded(900, 900, 0)))
                .extracting(Regressions.Change::metric)
                .contains(Metric.THROUGHPUT);
        assertThat(regressions(before, loaded(1100, 900, 0)))
                .extracting(Regressions.Change::metric)
                .doesNotContain(Metric.THROUGHPUT);
        assertThat(regressions(before, loaded(1000, 1000, 0)))
                .extracting(Regressions.Change::metric)
                .containsOnly(Metric.RESPONSE_P99);
    }

    @Test
    void aRequirementThatOneMoreTrialMissesIsFound() {
        Results before = loaded(1000, 900, 0);
        Results worse = loaded(1000, 900, 3);
        assertThat(new Regressions(before, worse).missed())
                .contains("S5, 1,000 requests/s, async, T07, empty polls: met by 90 % of the trials instead of 100 %");
        assertThat(new Regressions(worse, before).missed()).isEmpty();
        assertThat(new Regressions(before, BEFORE).missed())
                .as("no longer checked")
                .contains("S5, 1,000 requests/s, async, T07, empty polls: met by 0 % of the trials instead of 100 %");
    }

    @Test
    void aMetricThatIsMissingIsAnObstacle() {
        Results without = Runs.results(PLAN, planned -> {
            Evidence usual = Runs.usual(planned);
            usual.micros().remove(Evidence.Tag.RESPONSE);
            return usual;
        });
        assertThat(new Regressions(BEFORE, without).obstacles())
                .containsExactly(
                        "S5, 1,000 requests/s, async, response p50: missing, or too few valid trials",
                        "S5, 1,000 requests/s, reactive, response p50: missing, or too few valid trials");
        assertThat(new Regressions(without, BEFORE).obstacles()).isEmpty();
    }

    @Test
    void anotherJvmProcessorOrHeapIsAnObstacle() {
        Environment now = Runs.ENVIRONMENT;
        Environment other = new Environment(
                now.date(),
                now.commit(),
                "another JDK",
                now.generator(),
                now.pinned(),
                now.loadAverage(),
                now.jars(),
                Map.of("cpu", "another cpu"));
        assertThat(new Regressions(BEFORE, Runs.results(other, PLAN, Runs::usual)).obstacles())
                .containsExactly("cpu: another cpu instead of some cpu", "java: another JDK instead of some JDK");
        Results larger = Runs.results(PLAN, planned -> {
            Evidence usual = Runs.usual(planned);
            return new Evidence(Example.commanded(usual.raw(), "java", "-Xmx4g", "-jar", "x"), usual.micros());
        });
        assertThat(new Regressions(BEFORE, larger).obstacles())
                .contains("S5, 1,000 requests/s, async: JVM options [-Xmx4g] instead of []");
    }

    @Test
    void oneBlockIsTooFew() {
        Results quick = Runs.results(Runs.plan(1, "async", "reactive"), Runs::usual);
        assertThat(new Regressions(quick, quick).changes()).isEmpty();
        assertThat(new Regressions(quick, quick).obstacles()).isNotEmpty();
    }
}
