package dev.weir.watch.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Metric;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import dev.weir.perf.stats.Ratio.Block;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalHistoryTest {
    private final IntervalHistory history = new IntervalHistory();

    /**
     * Returns the comparison after {@code count} blocks of trials. The server costs 2 times its baseline in the first
     * block, 2.2 times in the second block, 2 times in the third block, and so on.
     */
    private static List<Comparison> after(int count, Finding finding) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            blocks.add(new Block(1, i % 2 == 0 ? 2 : 2.2));
        }
        Ratio ratio = Ratio.of(blocks).orElse(null);
        return List.of(new Comparison(
                "S1", "blocking", "async", Metric.CPU, Ratio.value(blocks).getAsDouble(), count, ratio, 1, finding));
    }

    @Test
    void keepsAnIntervalForEachNumberOfBlocks() {
        for (int count : new int[] {1, 4, 4, 6}) {
            history.add(after(count, Finding.DEARER));
        }
        assertThat(history.rows()).hasSize(1);
        List<RunState.Interval> intervals = history.rows().getFirst().intervals();
        assertThat(intervals).extracting(RunState.Interval::blocks).containsExactly(1, 4, 6);
        assertThat(intervals.getFirst().low()).isNull();
        assertThat(intervals.get(1).low()).isLessThan(intervals.get(2).low());
        assertThat(intervals.get(2).high()).isLessThan(intervals.get(1).high());
    }

    /** If two comparisons have the same number of blocks, the later one must replace the earlier one. */
    @Test
    void keepsTheLatestOfABlock() {
        history.add(after(4, Finding.NOT_DECIDED));
        history.add(after(4, Finding.DEARER));
        assertThat(history.rows().getFirst().intervals()).hasSize(1);
        assertThat(history.rows().getFirst().finding()).isEqualTo(Finding.DEARER);
    }
}
