package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Raw.Value;
import java.io.IOException;
import java.util.Collections;
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
        Evidence evidence = trial.evidence();
        return Trial.Validity.faults(
                evidence,
                List.of(
                        evidence.raw().fitness(),
                        Example.trial().evidence().raw().fitness()));
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

    /** The generator's lag is measured while the generator is idle. If it is never idle, the trial must be invalid. */
    @Test
    void aGeneratorThatIsNeverIdleIsTooSlow() {
        Example trial = Example.trial().slice(10, 0.1, 100).value(Value.WINDOW_SECONDS, 1);
        assertThat(faults(trial)).containsExactly("the generator was never idle, so its lag is unknown");
        assertThat(faults(trial.histogram(Evidence.Tag.LAG, 20))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.799, true", "0.8, false"})
    void theGeneratorMayNotFillItsCore(double share, boolean valid) {
        assertThat(faults(busy().shares(share, 0, 0)).isEmpty()).isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({"0.0199, true", "0.02, false"})
    void otherGuestsMayNotTakeMuch(double share, boolean valid) {
        assertThat(faults(busy().shares(0.3, share, 0)).isEmpty()).isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({"0.0499, true", "0.05, false"})
    void otherProcessesMayNotUseMuchOfTheServersCore(double share, boolean valid) {
        assertThat(faults(busy().shares(0.3, 0, share)).isEmpty()).isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({"1.14, true", "1.16, false", "0.86, true", "0.84, false"})
    void bothCoresAreAsFastAsUsualInTheBlockBeforeAndAfter(double times, boolean valid) {
        for (int at = 0; at < 4; at++) {
            Double[] seconds = Collections.nCopies(4, Example.CALIBRATION).toArray(Double[]::new);
            seconds[at] *= times;
            assertThat(faults(busy().calibrated(seconds)).isEmpty())
                    .as("time %d", at)
                    .isEqualTo(valid);
        }
    }

    /**
     * A calibration time is how long a fixed computation takes. It must be compared with the median of the other
     * calibration times on the same core in the same block (round of trials).
     */
    @Test
    void aTimeIsNotComparedWithItself() {
        Example alone = busy().calibrated(1.0, 1.0, 1.2, 1.0);
        assertThat(Trial.Validity.faults(
                        alone.evidence(), List.of(alone.evidence().raw().fitness())))
                .containsExactly(
                        "calibration of the server's core before the trial -17 % off the block's median",
                        "calibration of the server's core after the trial +20 % off the block's median");
    }

    @Test
    void aTrialWithoutCalibrationIsInvalid() {
        assertThat(faults(busy().calibrated(1.0, 1.0))).containsExactly("2 calibrations instead of 4");
    }

    /**
     * A large lag of the generator must make any trial invalid, even one with bursts of events. The lag is measured
     * only between the bursts.
     */
    @Test
    void theGeneratorMayNotLagWhileEventsAreSent() {
        Example trial = busy().histogram(Evidence.Tag.LAST, 500).histogram(Evidence.Tag.LAG, 1540, 1540);
        assertThat(faults(trial)).containsExactly("generator lag p99 1.54 ms > 1 ms");
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

    /**
     * A server that answers polls late misses a target. The trial must stay valid, because reports omit the missed
     * targets of invalid trials.
     */
    @ParameterizedTest
    @CsvSource({"1000, 2000000", "900, 2000000", "500, 2000000", "1000, 3800000"})
    void aServerThatAnswersPollsLateIsNotInvalid(double answersPerSecond, long pollMicros) {
        Example trial = Example.of(new RunPlan.Case(1, 1, "S2", "", "async"))
                .slice(answersPerSecond, 0.1, 100)
                .value(Value.USERS, 2_000)
                .value(Value.CEILING, 1_000)
                .histogram(Evidence.Tag.LAG, 20)
                .histogram(Evidence.Tag.SERVICE, pollMicros);
        assertThat(faults(trial)).isEmpty();
    }

    @Test
    void everyFaultIsListed() {
        Example trial = Example.trial()
                .slice(10, 0.1, 100)
                .error("short", 2)
                .histogram(Evidence.Tag.LAG, 2000)
                .shares(0.9, 0.5, 0.2);
        assertThat(faults(trial)).hasSize(5);
    }

    @Test
    void aFailureIsTheOnlyFaultAndIsListedWithItsReason() {
        RunPlan.Case planned = Example.trial().evidence().planned();
        Raw failed = Raw.failed(planned, new IOException("no server at /x.jar"));
        assertThat(Trial.Validity.faults(new Evidence(failed, Map.of()), List.of()))
                .containsExactly("no server at /x.jar");
        assertThat(Raw.failed(planned, new IllegalStateException()).failure())
                .as("without a message the exception speaks")
                .contains("IllegalStateException");
    }

    /**
     * The times of a fixed computation (calibration) must be compared only within a block (round of trials). So a block
     * with equally slow times is valid. A failed trial must not make the other trials of its block invalid.
     */
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
        assertThat(results.trials().getLast().faults())
                .hasSize(4)
                .allMatch(
                        fault -> fault.startsWith("calibration of") && fault.endsWith("+20 % off the block's median"));
    }

    private static Evidence busy(RunPlan.Case planned, double calibrationSeconds) {
        return Example.of(planned)
                .slice(10, 0.1, 100)
                .calibrated(calibrationSeconds, calibrationSeconds, calibrationSeconds, calibrationSeconds)
                .evidence();
    }
}
