package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Example;
import dev.weir.perf.result.Results;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
    private static final RunPlan PLAN = Runs.plan(10, "async", "reactive");

    @TempDir
    Path folder;

    private String run(String name, RunPlan plan, Function<RunPlan.Case, Evidence> trial) {
        Path file = folder.resolve(name);
        Runs.results(plan, trial).write(file);
        return file.toString();
    }

    @Test
    void equalRunsPass() {
        String before = run("a.json", PLAN, Runs::usual);
        Output output = Output.of(new ResultCommands.DiffCommand(), before, run("b.json", PLAN, Runs::usual));
        assertThat(output.code()).isZero();
        assertThat(output.text()).contains("ok ").doesNotContain("REGRESSION");
    }

    @Test
    void aRegressionFailsAndIsNamed() {
        String before = run("a.json", PLAN, Runs::usual);
        String after = run("b.json", PLAN, planned -> Runs.trial(planned, 1, 1.08));
        Output output = Output.of(new ResultCommands.DiffCommand(), before, after);
        assertThat(output.code()).isEqualTo(Program.REFUTED);
        assertThat(output.text()).contains("REGRESSION S5, 1,000 requests/s, async, allocated: 1.080");
        assertThat(Output.of(new ResultCommands.DiffCommand(), after, before).code())
                .as("the other way round")
                .isZero();
    }

    @Test
    void aRunWithOtherSettingsIsNoSuccess() {
        RunPlan other = new RunPlan(
                PLAN.title(), PLAN.command(), PLAN.seed(), PLAN.baselines(), PLAN.cases(), List.of("Another choice."));
        String before = run("a.json", PLAN, Runs::usual);
        Output output = Output.of(new ResultCommands.DiffCommand(), before, run("b.json", other, Runs::usual));
        assertThat(output.code()).isEqualTo(Program.INVALID);
        assertThat(output.text()).contains("""
                NOT COMPARABLE only one of the runs has this setting: A choice.
                NOT COMPARABLE only one of the runs has this setting: Another choice.
                """);
    }

    /** Costs 1.5 times as much on average, but from 0.75 to 3 times in the trials. */
    @Test
    void aDifferenceThatMayBeChanceIsNoSuccess() {
        String before = run("a.json", PLAN, Runs::usual);
        String after = run("b.json", PLAN, planned -> Runs.trial(planned, 1, planned.block() % 2 == 0 ? 0.75 : 3));
        Output output = Output.of(new ResultCommands.DiffCommand(), before, after);
        assertThat(output.code()).isEqualTo(Program.INVALID);
        assertThat(output.text()).contains("UNDECIDED  S5, 1,000 requests/s, async, allocated: 1.5");
    }

    /** A run with an invalid trial must give the exit code of an invalid run, even if enough other trials are left. */
    @Test
    void anInvalidTrialIsNoSuccess() {
        String before = run("a.json", PLAN, Runs::usual);
        String after = run(
                "b.json",
                PLAN,
                planned -> planned.position() == 1
                        ? Example.of(planned).slice(1, 1, 1).error("short", 1).evidence()
                        : Runs.usual(planned));
        Output output = Output.of(new ResultCommands.DiffCommand(), before, after);
        assertThat(output.code()).isEqualTo(Program.INVALID);
        assertThat(output.text())
                .contains("NOT COMPARABLE second run: trial 001-s5-1-000-requests-s-async is invalid: 1 x short");
    }

    @Test
    void runsThatCannotBeComparedAreNoSuccess() {
        String before = run("a.json", PLAN, Runs::usual);
        Output output = Output.of(
                new ResultCommands.DiffCommand(), before, run("b.json", Runs.plan(10, "virtual"), Runs::usual));
        assertThat(output.code()).isEqualTo(Program.INVALID);
        assertThat(output.text()).contains("NOT COMPARABLE S5, 1,000 requests/s, async");
    }

    @Test
    void aFileThatHoldsNoResultsIsNoSuccess() throws IOException {
        String before = run("a.json", PLAN, Runs::usual);
        Path other = Files.writeString(folder.resolve("b.json"), "{\"trials\": []}");
        assertThatThrownBy(() -> Results.read(other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("b.json");
        assertThat(Output.of(new ResultCommands.DiffCommand(), before, other.toString())
                        .code())
                .isEqualTo(1);
    }
}
