package dev.weir.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {
    /** From the table printed in textbooks. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.95, 12.706",
        "2, 0.95, 4.303",
        "3, 0.95, 3.182",
        "4, 0.95, 2.776",
        "5, 0.99, 4.032",
        "10, 0.95, 2.228",
        "9, 0.90, 1.833",
        "30, 0.95, 2.042",
        "120, 0.95, 1.980"
    })
    void agreesWithTheTable(int freedom, double share, double expected) {
        assertThat(StudentT.twoSided(share, freedom)).isCloseTo(expected, within(5.1e-4));
    }
}
