package dev.weir.perf.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void aTargetIsMetUpToItsBound() {
        assertThat(Figure.atMost("", 100, 100, "ms").met()).isTrue();
        assertThat(Figure.atMost("", 100.001, 100, "ms").met()).isFalse();
        assertThat(Figure.atLeast("", 1, 1, "").met()).isTrue();
        assertThat(Figure.atLeast("", 0, 1, "").met()).isFalse();
        assertThat(Figure.exactly("", 0, 0, "").met()).isTrue();
        assertThat(Figure.exactly("", -1, 0, "").met()).isFalse();
        assertThat(Figure.exactly("", 1, 0, "").met()).isFalse();
        assertThat(Figure.told("", -1, "").met()).isTrue();
    }

    /** If this fails, check that nothing measured is no success. */
    @Test
    void whatWasNotMeasuredMeetsNoBound() {
        assertThat(Figure.atMost("", Double.NaN, 100, "ms").met()).isFalse();
        assertThat(Figure.exactly("", Double.NaN, 0, "").met()).isFalse();
        assertThat(Figure.atMost("", Figure.millis(List.of(), 99), 100, "ms").met())
                .isFalse();
    }

    @Test
    void aPercentileIsOneOfTheValues() {
        List<Long> micros =
                LongStream.rangeClosed(1, 1000).map(i -> 1001 - i).boxed().toList();
        assertThat(Figure.millis(micros, 50)).isEqualTo(0.5);
        assertThat(Figure.millis(micros, 99)).isEqualTo(0.99);
        assertThat(Figure.millis(micros, 100)).isEqualTo(1);
        assertThat(Figure.millis(List.of(7L), 50)).isEqualTo(0.007);
    }

    @Test
    void aLineSaysFigureTargetAndVerdict() {
        assertThat(Figure.atMost("p99", 12.3456, 20, "ms").markdown())
                .isEqualTo("| p99 | 12.346 ms | at most 20 | met |");
        assertThat(Figure.exactly("never", 3, 0, "downloads").markdown())
                .isEqualTo("| never | 3 downloads | 0 | **MISSED** |");
        assertThat(new Figure("takes", 2003, "ms", 1980.0, 2020.0).markdown())
                .isEqualTo("| takes | 2,003 ms | 1,980 to 2,020 | met |");
        assertThat(Figure.told("granted", 1234567, "bytes").markdown())
                .isEqualTo("| granted | 1,234,567 bytes |  |  |");
    }
}
