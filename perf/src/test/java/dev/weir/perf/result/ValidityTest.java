package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Raw.Value;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidityTest {
    private static Example busy() {
        return Example.trial().slice(10, 0.1, 100).histogram(Evidence.Tag.LAG, 20, 30);
    }

    private static List<String> faults(Example trial) {
        return Trial.Validity.faults(trial.evidence(), Example.CALIBRATION);
    }

    @Test
    void aFitTrialWithoutErrorsIsValid() {
        assertThat(faults(busy())).isEmpty();
    }

    @Test
    void oneWrongAnswerIsEnough() {
        assertThat(faults(busy().error("status 500", 1))).containsExactly("1 x status 500");
    }

    @Test
    void somethingMustHaveBeenDone() {
        assertThat(faults(Example.trial().slice(0, 0.1, 100))).containsExactly("nothing was done in the window");
        assertThat(faults(Example.trial().series(Raw.Series.CONNECTIONS, 1, 2)))
                .as("a trial of memory has no window")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1000, true", "1001, false"})
    void theGeneratorMayLagAMillisecond(long micros, boolean valid) {
        assertThat(faults(Example.trial().slice(10, 0.1, 100).histogram(Evidence.Tag.LAG, micros))
                        .isEmpty())
                .isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({"0.799, true", "0.8, false"})
    void theGeneratorMayNotFillItsCore(double share, boolean valid) {
        assertThat(faults(busy().fitness(share, 0, Example.CALIBRATION)).isEmpty())
                .isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({"0.0199, true", "0.02, false"})
    void otherGuestsMayNotTakeMuch(double share, boolean valid) {
        assertThat(faults(busy().fitness(0.3, share, Example.CALIBRATION)).isEmpty())
                .isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({"1.14, true", "1.16, false", "0.86, true", "0.84, false"})
    void theMachineIsAsFastAsUsualInTheBlock(double times, boolean valid) {
        assertThat(faults(busy().fitness(0.3, 0, times * Example.CALIBRATION)).isEmpty())
                .isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({"1009, true", "991, true", "1011, false", "989, false"})
    void anOpenLoadKeepsItsRate(double achieved, boolean valid) {
        Example trial = busy().value(Value.PLANNED_RATE, 1000).value(Value.ACHIEVED_RATE, achieved);
        assertThat(faults(trial).isEmpty()).isEqualTo(valid);
    }

    @Test
    void aRateThatWasPlannedAndNotReachedAtAllIsAFault() {
        assertThat(faults(busy().value(Value.PLANNED_RATE, 1000))).containsExactly("0 per second instead of 1000");
    }

    @Test
    void everyFaultIsListed() {
        Example trial = Example.trial()
                .slice(10, 0.1, 100)
                .error("short", 2)
                .histogram(Evidence.Tag.LAG, 2000)
                .fitness(0.9, 0.5, 1);
        assertThat(faults(trial)).hasSize(5);
    }

    @Test
    void aFailureIsTheOnlyFaultAndIsListedWithItsReason() {
        RunPlan.Case planned = Example.trial().evidence().planned();
        Raw failed = Raw.failed(planned, new IOException("no server at /x.jar"));
        assertThat(Trial.Validity.faults(new Evidence(failed, Map.of()), 1)).containsExactly("no server at /x.jar");
        assertThat(Raw.failed(planned, new IllegalStateException()).failure())
                .as("without a message the exception speaks")
                .contains("IllegalStateException");
    }

    /** A slow machine for a whole block is not off, and a failed trial has no part in the median. */
    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.5})
    void calibrationIsComparedWithinTheBlock(double second) {
        RunPlan plan = Runs.plan(2, "async", "reactive", "virtual");
        Results results = Runs.results(plan, planned -> switch (planned.position()) {
            case 1 -> new Evidence(Raw.failed(planned, new IOException("gone")), Map.of());
            case 2, 3 -> busy(planned, 0.05);
            default -> busy(planned, planned.position() == 6 ? 1.2 * second : second);
        });
        assertThat(results.trials()).extracting(Trial::valid).containsExactly(false, true, true, true, true, false);
        assertThat(results.trials().getLast().faults()).containsExactly("calibration +20 % off the block's median");
    }

    private static Evidence busy(RunPlan.Case planned, double calibrationSeconds) {
        return Example.of(planned)
                .slice(10, 0.1, 100)
                .fitness(0.3, 0, calibrationSeconds)
                .evidence();
    }
}
