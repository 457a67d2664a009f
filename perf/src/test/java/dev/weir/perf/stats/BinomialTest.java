package dev.weir.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialTest {
    /**
     * By hand from powers of 0.95 and 0.05. Ten: all succeed with 0.598737, nine with 0.315125, so eight or fewer with
     * 0.086138. Twenty: all succeed with 0.358486, less than the 0.377354 of nineteen. A fair coin, ten times: 2 x 11 / 1024.
     */
    @ParameterizedTest
    @CsvSource({
        "10, 10, 0.95, 1",
        "9, 10, 0.95, 0.401263",
        "8, 10, 0.95, 0.086138",
        "20, 20, 0.95, 0.622646",
        "19, 20, 0.95, 1",
        "1, 10, 0.5, 0.021484",
        "9, 10, 0.5, 0.021484",
        "0, 1, 0.95, 0.05"
    })
    void isTheSumOfWhatIsAtMostAsProbable(int successes, int trials, double chance, double expected) {
        assertThat(Binomial.probability(successes, trials, chance)).isCloseTo(expected, within(1e-6));
    }

    /** By hand, of ten: seven or fewer have 0.011504. Of 100 all succeed with 0.005921, which is too good. */
    @ParameterizedTest
    @CsvSource({"8, 10, true", "7, 10, false", "95, 100, true", "100, 100, false"})
    void tooFewAndTooManyAreInconsistent(int holding, int intervals, boolean expected) {
        assertThat(Binomial.consistent(holding, intervals)).isEqualTo(expected);
    }

    @Test
    void noIntervalContradictsNothing() {
        assertThat(Binomial.consistent(0, 0)).isTrue();
    }

    @Test
    void moreThanAllIsRefused() {
        assertThatThrownBy(() -> Binomial.consistent(11, 10)).isInstanceOf(IllegalArgumentException.class);
    }
}
