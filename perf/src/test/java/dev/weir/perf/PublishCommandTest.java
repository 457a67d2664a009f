package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.result.Evidence;
import dev.weir.perf.result.Example;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.result.RunPlan;
import dev.weir.perf.result.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishCommandTest {
    private static final String BLOCK = """
            # Results

            <!-- table docs/results/s5; model = contender; median = response p50; ratio = allocated / baseline; fit = valid trials -->
            %s
            <!-- end of table -->

            The end.
            """;

    @TempDir
    Path project;

    private Path document;

    @BeforeEach
    void run() throws IOException {
        Path run = Files.createDirectories(project.resolve("docs/results/s5"));
        Campaign.write(Runs.archive(run, Runs.plan(6, "async", "reactive", "async#2"), Runs::usual));
        Files.writeString(project.resolve("README.md"), "# Nothing to fill\n");
        document = Files.writeString(project.resolve("docs/results.md"), BLOCK.formatted("old"));
    }

    private Output publish(String... options) {
        String[] arguments = {"publish", project.toString()};
        return Output.ofPerf(options.length == 0 ? arguments : new String[] {arguments[0], arguments[1], options[0]});
    }

    private String text() throws IOException {
        return Files.readString(document);
    }

    @Test
    void aTableShowsMediansAndRatiosOfAllContendersButControlsAndTheirRun() throws IOException {
        assertThat(publish().code()).isZero();

        assertThat(text())
                .startsWith("# Results\n\n<!-- table docs/results/s5; ")
                .contains("""
                        | model | median | ratio | fit |
                        | --- | --- | --- | --- |
                        | `reactive` | 500 µs | 1.00 (0.99 to 1.00) | 6 of 6 |
                        | `async` | 500 µs | 1 | 6 of 6 |

                        `./weir compare --seed 7`, 1970-01-01, commit c0ffee, 18 of 18 trials valid ([report](results/s5/report.md)).
                        """)
                .endsWith("<!-- end of table -->\n\nThe end.\n")
                .doesNotContain("old");
    }

    /**
     * A trial's target for the mean wait is 5 ms above the trial's mean wait without load. The table must show the
     * median of all trials' targets.
     */
    @Test
    void aTargetIsTheMedianOfTheTrials() throws IOException {
        Path run = Files.createDirectories(project.resolve("docs/results/s1"));
        Campaign.write(Runs.archive(
                run,
                Runs.plan("S1", 3, "async"),
                planned -> Example.of(planned)
                        .slice(10, 1, 1)
                        .value(Value.USERS, 10)
                        .value(Value.DOWNLOAD_SECONDS, 1)
                        .histogram(Evidence.Tag.UNLOADED_WAIT, 1_000L * planned.position())
                        .histogram(Evidence.Tag.UNLOADED_RESPONSE, 1_000_000)
                        .histogram(Evidence.Tag.WAIT, 2_000)
                        .histogram(Evidence.Tag.RESPONSE, 1_000_000)
                        .evidence()));
        Files.writeString(document, """
                <!-- table docs/results/s1; wait = wait mean; target = target of wait mean -->
                <!-- end of table -->
                """);

        assertThat(publish().code()).isZero();
        assertThat(text()).contains("| 2.00 ms | 7.00 ms |");
    }

    @Test
    void aTableShowsTheControlsOfARun() throws IOException {
        RunPlan plan = Runs.plan(6, "async", "reactive", "async#2", "async!byte");
        Campaign.write(Runs.archive(project.resolve("docs/results/s5b"), plan, Runs::usual));
        Files.writeString(document, """
                <!-- table docs/results/s5b; planted = control; found = found; verdict = verdict -->
                <!-- end of table -->
                """);

        assertThat(publish().code()).isZero();
        assertThat(text())
                .contains(
                        "| planted | found | verdict |\n| --- | --- | --- |\n| async!byte, S5, 1,000 requests/s | nothing; ")
                .contains(
                        "| **missed** |\n", "| A/A pairs called different | 0 | met |\n", " controls missed ([report]");
    }

    @Test
    void aSecondCommandChangesNothing() throws IOException {
        publish();
        String once = text();

        assertThat(publish("--check")).isEqualTo(new Output(0, ""));
        assertThat(publish().code()).isZero();
        assertThat(text()).isEqualTo(once);
    }

    @Test
    void aCheckWritesNothingAndNamesTheDocumentThatDiffers() throws IOException {
        Output output = publish("--check");

        assertThat(output.code()).isEqualTo(Program.REFUTED);
        assertThat(output.text()).contains("WRONG: ").contains("results.md");
        assertThat(text()).isEqualTo(BLOCK.formatted("old"));
    }

    @Test
    void aFigureThatSomebodyChangedInTheDocument() throws IOException {
        publish();
        Files.writeString(document, text().replace("500 µs", "400 µs"));

        assertThat(publish("--check").text()).contains("WRONG: ").contains("results.md");
    }

    @ParameterizedTest
    @CsvSource({"results.json, '\"ALLOCATED\" : '", "report.md, 'Valid trials: '", "report.html, 'Valid trials: '"})
    void aFileOfTheRunThatSomebodyChanged(String name, String before) throws IOException {
        publish();
        Path file = project.resolve("docs/results/s5").resolve(name);
        String changed = Files.readString(file).replaceFirst(before, before + "9");
        assertThat(changed).isNotEqualTo(Files.readString(file));
        Files.writeString(file, changed);

        assertThat(publish("--check").code()).isEqualTo(Program.REFUTED);
    }

    @ParameterizedTest
    @CsvSource({
        "response p50, response p51, there is no figure 'response p51'",
        "model = contender, model = control, a control has no 'response p50'",
        "docs/results/s5;, docs/results/s5; only = 2 requests;, no valid trial of such a load",
        "median = , median, Chunk",
        "docs/results/s5;, docs/results/s6;, plan.json",
        "<!-- end of table -->, '', has a table without its figures"
    })
    void aTableThatCannotBeFilled(String before, String after, String reason) throws IOException {
        Files.writeString(document, text().replace(before, after));

        Output output = publish();

        assertThat(output.code()).isEqualTo(1);
        assertThat(output.text()).contains(reason);
    }
}
