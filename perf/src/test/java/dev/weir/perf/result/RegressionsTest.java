package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RegressionsTest {
    private static final RunPlan PLAN = Runs.plan(10, "async", "reactive");
    private static final Results BEFORE = Runs.results(PLAN, Runs::usual);

    /** Another run with other noise, in which reactive allocates this many times as much. */
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
        return Regressions.between(before, after).stream()
                .filter(Regressions.Change::isRegression)
                .toList();
    }

    @Test
    void eightPerCentMoreAllocationIsFound() {
        assertThat(regressions(BEFORE, after(1.08))).singleElement().satisfies(change -> {
            assertThat(change.contender()).isEqualTo("reactive");
            assertThat(change.metric()).isEqualTo(Metric.ALLOCATED);
            assertThat(change.ratio().value()).isCloseTo(1.08, within(0.01));
            assertThat(change.text()).startsWith("REGRESSION S5, 1,000 requests/s, reactive, allocated: 1.0");
        });
    }

    @Test
    void everyPrimaryMetricOfEveryContenderIsLookedAt() {
        assertThat(Regressions.between(BEFORE, after(1)))
                .hasSize(2 * 4)
                .noneMatch(Regressions.Change::isRegression)
                .allMatch(change -> change.text().startsWith("ok "));
    }

    @Test
    void lessThanFivePerCentIsNone() {
        assertThat(regressions(BEFORE, after(1.03))).isEmpty();
    }

    @Test
    void whatBecameCheaperIsNone() {
        assertThat(regressions(BEFORE, after(1 / 1.08))).isEmpty();
    }

    @Test
    void runsWithNothingInCommonAreNotCompared() {
        Results others = Runs.results(Runs.plan(10, "virtual"), Runs::usual);
        Results otherLoad = Runs.results(Runs.plan("S1", 10, "async", "reactive"), Runs::usual);
        assertThat(Regressions.between(BEFORE, others)).isEmpty();
        assertThat(Regressions.between(BEFORE, otherLoad)).isEmpty();
    }

    @Test
    void aTrialThatDoesNotCountHasNoPart() {
        Results spoilt = Runs.results(
                PLAN,
                planned -> planned.block() == 4
                        ? Example.of(planned)
                                .slice(1, 99, 99e9)
                                .error("short", 1)
                                .evidence()
                        : Runs.usual(planned));
        assertThat(Regressions.between(BEFORE, spoilt))
                .hasSize(8)
                .allMatch(change -> change.ratio().blocks() == 9)
                .noneMatch(Regressions.Change::isRegression);
    }

    @Test
    void oneBlockIsTooFew() {
        Results quick = Runs.results(Runs.plan(1, "async", "reactive"), Runs::usual);
        assertThat(Regressions.between(quick, quick)).isEmpty();
    }
}
