package dev.weir.watch.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import dev.weir.perf.stats.Ratio.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunStateTest {
    private static final RunPlan PLAN = new RunPlan("title", "command", 1, Map.of(), List.of(), List.of());

    /** Results after this many blocks, in which the server costs 2 or 2.2 times as much as its baseline. */
    private static Results after(int count) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            blocks.add(new Block(1, i % 2 == 0 ? 2 : 2.2));
        }
        Ratio ratio = Ratio.of(blocks).orElse(null);
        Comparison comparison = new Comparison(
                "S1",
                "blocking",
                "async",
                Metric.CPU,
                Ratio.value(blocks).getAsDouble(),
                count,
                ratio,
                1,
                Finding.DEARER);
        return new Results(
                Results.SCHEMA,
                PLAN,
                Environment.capture(false, Map.of()),
                List.of(),
                List.of(comparison),
                List.of(),
                List.of());
    }

    @Test
    void keepsAnIntervalForEachNumberOfBlocks() {
        List<RunState.Row> rows = RunState.rows(List.of(after(1), after(4), after(4), after(6)));
        assertThat(rows).hasSize(1);
        List<RunState.Interval> intervals = rows.getFirst().intervals();
        assertThat(intervals).extracting(RunState.Interval::blocks).containsExactly(1, 4, 6);
        assertThat(intervals.getFirst().low()).isNull();
        assertThat(intervals.get(1).low()).isLessThan(intervals.get(2).low());
        assertThat(intervals.get(2).high()).isLessThan(intervals.get(1).high());
        assertThat(rows.getFirst().finding()).isEqualTo(Finding.DEARER);
    }
}
