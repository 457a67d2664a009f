package dev.weir.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.perf.stats.Paired.Block;
import dev.weir.perf.stats.Paired.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairedTest {
    /** By hand: (1 + 5) / (1 + 2), not the mean of 1 and 2.5. */
    @Test
    void aSliceWeighsAsMuchAsItsWork() {
        assertThat(Trial.of(new double[] {1, 5}, new double[] {1, 2}).value()).isEqualTo(2);
    }

    /** By hand: the root of 2 x 8 is 4; the arithmetic mean would be 5. */
    @Test
    void theRatioIsTheGeometricMean() {
        Paired paired = new Paired(List.of(new Block(Trial.of(3), Trial.of(6)), new Block(Trial.of(0.5), Trial.of(4))));
        assertThat(paired.ratio().orElseThrow()).isCloseTo(4, within(1e-12));
    }

    @Test
    void oneBlockHasARatio() {
        Paired paired = new Paired(List.of(new Block(Trial.of(4), Trial.of(3))));
        assertThat(paired.ratio().orElseThrow()).isCloseTo(0.75, within(1e-12));
    }

    @Test
    void noBlocksHaveNone() {
        assertThat(new Paired(List.of()).ratio()).isEmpty();
    }

    @Test
    void everyCostNeedsItsWork() {
        assertThatThrownBy(() -> Trial.of(new double[] {1, 2}, new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 costs of 1 works");
    }
}
