package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.report.Report;
import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Example;
import dev.weir.perf.result.Raw;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a report on each scenario has an answer with figures. */
class ScenarioAnswersTest {
    /** The scenarios that measure several rates, and so can tell what one more request or event costs. */
    private static final Set<String> WITH_RATES = Set.of("S1", "S1x", "S2", "S2x", "S4", "S5", "S6", "S7");

    @TempDir
    Path folder;

    private static String[] ids() {
        return ScenarioOptions.ALL.split(", | or ", -1);
    }

    @ParameterizedTest
    @MethodSource("ids")
    void theAnswerHasFigures(String id) throws IOException {
        Report.write(folder, Runs.results(Runs.plan(id, 1, "async"), planned -> trial(id, planned)));
        String answers = Files.readString(folder.resolve("report.md"))
                .replaceFirst("(?s).*## Answers", "")
                .replaceFirst("(?s)\n## .*", "");
        assertThat(answers).contains("**" + id).doesNotContain("There is no figure", "No answer");
    }

    private static Evidence trial(String id, RunPlan.Case planned) {
        Example trial = Example.of(planned)
                .slice(10, 1, 1)
                .value(Value.CAPACITY, 10)
                .value(Value.RECOVERY_SECONDS, 0.1)
                .value(Value.START_SECONDS, 2)
                .value(Value.START_CPU_SECONDS, 3)
                .value(Value.CEILING, 10)
                .histogram(Evidence.Tag.LAST, 20_000)
                .histogram(Evidence.Tag.RESPONSE, 400)
                .series(Raw.Series.CONNECTIONS, 1, 2, 3, 4, 5, 6)
                .series(Raw.Series.PROCESS_BYTES, 1e6, 2e6, 3e6, 4e6, 5e6, 6e6);
        return (WITH_RATES.contains(id)
                        ? trial.series(Raw.Series.UNITS, 1, 2, 3).series(Raw.Series.CPU_SECONDS, 0.1, 0.2, 0.3)
                        : trial)
                .evidence();
    }
}
