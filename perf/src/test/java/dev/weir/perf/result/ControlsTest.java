package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Controls.Control;
import dev.weir.perf.result.Raw.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlsTest {
    private static final RunPlan PLAN = Runs.plan(10, "async", "async#2", "async+10%cpu", "async+5%alloc", "async+5ms");

    /** Returns the controls of a run in which the planted faults have these effects: two cost ratios and a delay. */
    private static List<Control> controls(double cpu, double allocated, long lateMicros) {
        return Runs.results(PLAN, planned -> switch (planned.contender()) {
                    case "async+10%cpu" -> Runs.trial(planned, cpu, 1);
                    case "async+5%alloc" -> Runs.trial(planned, 1, allocated);
                    case "async+5ms" ->
                        Example.of(planned)
                                .slice(1000, 1, 1)
                                .histogram(Evidence.Tag.RESPONSE, 500 + lateMicros)
                                .evidence();
                    default -> Runs.usual(planned);
                })
                .controls();
    }

    private static Control named(List<Control> controls, String start) {
        return controls.stream()
                .filter(control -> control.what().startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void plantedCostsAreFound() {
        assertThat(controls(1.1, 1.05, 5000))
                .isNotEmpty()
                .allSatisfy(
                        control -> assertThat(control.met()).as(control.text()).isTrue());
    }

    @Test
    void aFaultThatIsNotThereOrOfAnotherSizeIsMissed() {
        List<Control> none = controls(1, 1, 0);
        assertThat(named(none, "async+10%cpu").met()).isFalse();
        assertThat(named(none, "async+5%alloc").met()).isFalse();
        assertThat(named(none, "async+5ms").met()).isFalse();
        List<Control> twice = controls(1.2, 1.1, 10_000);
        assertThat(named(twice, "async+10%cpu").met()).isFalse();
        assertThat(named(twice, "async+5%alloc").met()).isFalse();
        assertThat(named(twice, "async+5ms").met()).isFalse();
    }

    /** {@code async#2} should cost as much as {@code async}, but costs 1.5 times as much. The run must report this. */
    @Test
    void twinsThatDifferAreNoTwins() {
        List<Control> controls = Runs.results(
                        Runs.plan(10, "async", "async#2"),
                        planned -> Runs.trial(planned, planned.contender().equals("async") ? 1 : 1.5, 1))
                .controls();
        assertThat(named(controls, "A/A pairs called different").found()).isEqualTo("1");
        assertThat(named(controls, "A/A pairs called different").met()).isFalse();
    }

    private static Control planted(String fault, Example spoilt) {
        RunPlan plan = Runs.plan(1, "async!" + fault);
        Results results = Runs.results(plan, _ -> spoilt.evidence());
        assertThat(results.allValid())
                .as("a planted fault makes no run invalid")
                .isTrue();
        return results.controls().getFirst();
    }

    private static Example spoilt(String fault) {
        return Example.of(Runs.plan(1, "async!" + fault).cases().getFirst()).slice(1000, 1, 1);
    }

    private static Example downloads(long responseMicros) {
        return spoilt("rate")
                .value(Value.DOWNLOAD_SECONDS, 1)
                .histogram(Evidence.Tag.WAIT, 1_000)
                .histogram(Evidence.Tag.RESPONSE, responseMicros);
    }

    /** A planted fault must count as found only if its own effect is reported. Any other error must not count. */
    @Test
    void aPlantedFaultIsFoundByItsOwnSign() {
        assertThat(planted("byte", spoilt("byte").error("wrong byte in the body", 1))
                        .met())
                .isTrue();
        assertThat(planted("event", spoilt("event").error("an event did not come", 1))
                        .met())
                .isTrue();
        assertThat(planted("event", spoilt("event").error("an event was left out", 1))
                        .met())
                .isTrue();
        assertThat(planted("burner", spoilt("burner").shares(0.3, 0, 0.6)).met())
                .isTrue();
        assertThat(planted("rate", downloads(801_000)).met()).isTrue();
        assertThat(planted("rate", downloads(3_001_000)).met())
                .as("a disturbed machine is slower, and no planted rate is")
                .isFalse();

        assertThat(List.of("byte", "event", "burner", "rate")).allSatisfy(fault -> {
            Control missed = planted(fault, spoilt(fault).error("status 500", 1));
            assertThat(missed.met()).isFalse();
            assertThat(missed.found()).isEqualTo("nothing; 1 x status 500");
        });
    }

    /** A trial with a planted fault must be in no table. A reader would take it for a trial of the normal server. */
    @Test
    void aPlantedTrialIsInNoTableOfItsLoad() {
        Results results = Runs.results(Runs.plan(5, "async", "async!rate"), Runs::usual);
        assertThat(results.curves()).extracting(Results.Curve::contender).containsOnly("async");
        assertThat(results.comparisons()).isEmpty();
    }

    /** If a scenario measures no CPU time, the run must not check the width of the CPU time's confidence interval. */
    @Test
    void aMetricThatNobodyMeasuresHasNoWidth() {
        Results results = Runs.results(
                Runs.plan(5, "async", "async#2"),
                planned -> Example.of(planned).slice(1000, 0, 1).evidence());
        assertThat(results.controls()).noneMatch(control -> control.what().contains("server CPU"));
    }

    /** If a scenario measures no CPU cost, a planted CPU cost must be reported as not found, and not be left out. */
    @Test
    void aPlantedCostThatNobodyMeasuresIsMissed() {
        List<Control> controls = Runs.results(
                        Runs.plan(5, "async", "async#2", "async+10%cpu"),
                        planned -> Example.of(planned).slice(1000, 1, 1000).evidence())
                .controls();
        assertThat(named(controls, "async+10%cpu").met()).isFalse();
        assertThat(named(controls, "async+10%cpu").found()).isEqualTo("no valid pair of trials has this figure");
    }

    @Test
    void aRunWithoutControlsHasNone() {
        assertThat(Runs.results(Runs.plan(3, "async", "reactive"), Runs::usual).controls())
                .isEmpty();
    }

    @Test
    void oneBlockDecidesNothing() {
        List<Control> controls = Runs.results(Runs.plan(1, "async", "async#2", "async+10%cpu"), Runs::usual)
                .controls();
        assertThat(named(controls, "A/A intervals").met()).isFalse();
        assertThat(named(controls, "async+10%cpu").found()).isEqualTo("too few blocks");
    }
}
