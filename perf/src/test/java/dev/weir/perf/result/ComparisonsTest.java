package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ComparisonsTest {
    private static Comparison found(Results results, String contender, Metric metric) {
        return results.comparisons().stream()
                .filter(comparison -> comparison.contender().equals(contender) && comparison.metric() == metric)
                .findFirst()
                .orElseThrow();
    }

    private static Ratio ratio(Comparison comparison) {
        return Objects.requireNonNull(comparison.ratio());
    }

    private static Evidence dearer(RunPlan.Case planned) {
        return Runs.trial(planned, planned.contender().equals("reactive") ? 1.3 : 1, 1);
    }

    @Test
    void aKnownRatioIsFoundAndNothingElse() {
        Results results = Runs.results(Runs.plan(10, "async", "async#2", "reactive"), ComparisonsTest::dearer);
        Comparison cpu = found(results, "reactive", Metric.CPU);
        assertThat(cpu.load()).isEqualTo("S5, 1,000 requests/s");
        assertThat(cpu.baseline()).isEqualTo("async");
        assertThat(cpu.blocks()).isEqualTo(10);
        assertThat(cpu.value())
                .isCloseTo(1.3, within(0.02))
                .isEqualTo(ratio(cpu).value());
        assertThat(ratio(cpu).interval().contains(1.3)).isTrue();
        assertThat(cpu.finding()).isEqualTo(Finding.DEARER);
        Comparison allocated = found(results, "reactive", Metric.ALLOCATED);
        assertThat(ratio(allocated).interval().contains(1)).isTrue();
        assertThat(allocated.finding()).isEqualTo(Finding.EQUAL);
    }

    @Test
    void onlyBlocksCountInWhichBothTrialsAreValid() {
        RunPlan plan = Runs.plan(7, "async", "reactive");
        Results results = Runs.results(plan, planned -> switch (planned.position()) {
            // One trial of each contender is invalid and costs far more. A ratio that includes it would show that.
            case 1, 6 -> Example.of(planned).slice(1, 99, 99).error("short", 1).evidence();
            default -> dearer(planned);
        });
        Comparison cpu = found(results, "reactive", Metric.CPU);
        assertThat(cpu.blocks()).isEqualTo(5);
        assertThat(cpu.value()).isCloseTo(1.3, within(0.03));
    }

    /** A ratio compares trials of one block (repetition). A slowdown of a whole block must not change the ratio. */
    @Test
    void aSlowdownOfAWholeBlockCancelsOut() {
        Results results =
                Runs.results(Runs.plan(10, "async", "reactive"), planned -> Runs.trial(planned, planned.block(), 1));
        assertThat(found(results, "reactive", Metric.CPU).value()).isCloseTo(1, within(0.01));
    }

    @Test
    void withTooFewBlocksThereIsAValueAndNoRatio() {
        Comparison cpu =
                found(Runs.results(Runs.plan(1, "async", "reactive"), ComparisonsTest::dearer), "reactive", Metric.CPU);
        assertThat(cpu.value()).isCloseTo(1.3, within(0.03));
        assertThat(cpu.ratio()).isNull();
        assertThat(cpu.probability()).isEqualTo(1);
        assertThat(cpu.finding()).isEqualTo(Finding.NOT_DECIDED);
    }

    /** Holm's correction for four metrics must multiply the smallest p-value by four. */
    @Test
    void holmsCorrectionIsOverThePrimaryMetricsOfAPair() {
        Results results = Runs.results(Runs.plan(10, "async", "reactive"), ComparisonsTest::dearer);
        assertThat(results.comparisons())
                .extracting(Comparison::metric)
                .containsExactly(Metric.CPU, Metric.ALLOCATED, Metric.SWITCHES, Metric.RESPONSE_P50);
        Comparison cpu = found(results, "reactive", Metric.CPU);
        assertThat(cpu.probability()).isEqualTo(4 * ratio(cpu).probabilityOfEqual());
    }

    @Test
    void everyContenderIsComparedWithThePlansBaselineAndNoneWithItself() {
        Results results = Runs.results(Runs.plan(2, "async", "reactive", "virtual"), Runs::usual);
        assertThat(results.comparisons()).extracting(Comparison::contender).containsOnly("reactive", "virtual");
        assertThat(results.comparisons()).extracting(Comparison::baseline).containsOnly("async");
    }

    @Test
    void aFigureThatIsNotAboveZeroIsNotDecidedAndNotLeftOut() {
        Results results = Runs.results(
                Runs.plan(2, "nginx", "reactive"),
                planned -> Runs.trial(planned, 1, planned.contender().equals("nginx") ? 0 : 1));
        assertThat(results.comparisons())
                .filteredOn(comparison -> comparison.metric() == Metric.ALLOCATED)
                .singleElement()
                .satisfies(comparison -> {
                    assertThat(comparison.value()).isNull();
                    assertThat(comparison.finding()).isEqualTo(Finding.NOT_DECIDED);
                });
    }

    /**
     * Creates a trial. The server "reactive" uses {@code dearer} times the CPU time of "async". In even blocks
     * (repetitions), "async#2" uses 1.2 times the CPU time of "async"; in odd blocks, 1/1.2 times.
     */
    private static Evidence unsteady(RunPlan.Case planned, double dearer) {
        return switch (planned.contender()) {
            case "async#2" -> Runs.trial(planned, planned.block() % 2 == 0 ? 1.2 : 1 / 1.2, 1);
            case "reactive" -> Runs.trial(planned, dearer, 1);
            default -> Runs.usual(planned);
        };
    }

    /** A difference must not be claimed if two equal servers (twins) differ by as much in the same run. */
    @Test
    void noClaimIsSmallerThanTheDifferenceOfTwins() {
        RunPlan plan = Runs.plan(10, "async", "async#2", "reactive");
        Function<Double, Results> run = dearer -> Runs.results(plan, planned -> unsteady(planned, dearer));
        assertThat(found(run.apply(1.5), "reactive", Metric.CPU).finding()).isEqualTo(Finding.DEARER);
        assertThat(found(run.apply(1.1), "reactive", Metric.CPU).finding()).isEqualTo(Finding.NOT_DECIDED);
        assertThat(found(run.apply(1.0), "reactive", Metric.CPU).finding()).isEqualTo(Finding.NOT_DECIDED);
        assertThat(found(run.apply(1.0), "reactive", Metric.ALLOCATED).finding())
                .as("the twins allocate alike")
                .isEqualTo(Finding.EQUAL);
        assertThat(found(
                                Runs.results(
                                        plan,
                                        planned -> Runs.trial(
                                                planned, planned.contender().equals("reactive") ? 1.1 : 1, 1)),
                                "reactive",
                                Metric.CPU)
                        .finding())
                .as("beside steady twins")
                .isEqualTo(Finding.DEARER);
    }

    /** Without twins, nothing tells how much two equal servers differ in this run. */
    @Test
    void nothingIsDecidedWithoutTwins() {
        Results results = Runs.results(Runs.plan(10, "async", "reactive"), ComparisonsTest::dearer);
        assertThat(ratio(found(results, "reactive", Metric.CPU)).low()).isGreaterThan(Finding.BAND.high());
        assertThat(results.comparisons()).extracting(Comparison::finding).containsOnly(Finding.NOT_DECIDED);
    }

    @Test
    void nothingIsComparedWithoutAValidBlock() {
        RunPlan plan = Runs.plan(3, "async", "reactive");
        List<Trial> none = List.of();
        assertThat(Comparison.all(plan, none)).isEmpty();
    }
}
