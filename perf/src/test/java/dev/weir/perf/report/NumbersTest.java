package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Metric;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({"1.5, 1.500", "999.9, 999.9", "999.96, '1,000'", "1000, '1,000'", "12345.6, '12,346'"})
    void aNumberHasSeparatorsFromAThousandOn(double number, String text) {
        assertThat(Numbers.of(Metric.Unit.NUMBER, number)).isEqualTo(text);
    }
}
