package dev.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Comparison;
import dev.weir.perf.result.Metric;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Runs;
import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatiosTest {
    private static final RunPlan PLAN = Runs.plan(8, "async", "reactive");

    @ParameterizedTest
    @CsvSource({"1.04, <td>more", "1.06, <td class=\"bad\">more"})
    void moreIsColouredOnlyWhenNoneOfTheIntervalIsInTheBand(double low, String cell) throws IOException {
        Results run = Runs.results(PLAN, Runs::usual);
        Ratio ratio = new Ratio(1.08, low, 1.12, low, 1.12, 0.001, 8);
        Comparison dearer = new Comparison(
                run.loads().getFirst(), "reactive", "async", Metric.CPU, 1.08, 8, ratio, 0.004, Finding.DEARER);
        Results results = new Results(
                run.schema(), PLAN, run.environment(), run.trials(), List.of(dearer), run.curves(), List.of());
        assertThat(Report.document(results).html()).contains(cell);
    }
}
