package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.report.CheckReport;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests tables that {@code publish} fills from the checks of storms, clusters and cross-checks. */
class CheckTablesTest {
    private static final String BLOCK = """
            <!-- table docs/results/storms/storms.json; part = flood; first byte = first byte, p50; the slowest = maximum -->
            <!-- end of table -->
            """;

    @TempDir
    Path project;

    private Path document;

    @BeforeEach
    void report() throws IOException {
        Path folder = Files.createDirectories(project.resolve("docs/results/storms"));
        List<Checks.Found> all = List.of(found("reactive", 1_000), found("async", 2_000), withErrors());
        CheckReport.of("Storms", Runs.ENVIRONMENT, all).write(folder, "storms");
        Files.writeString(project.resolve("README.md"), "# Nothing to fill\n");
        document = Files.writeString(project.resolve("docs/results.md"), BLOCK);
    }

    private static Checks.Found found(String contender, long micros) {
        Checks checks = new Checks();
        checks.raw("first", List.of(micros));
        checks.percentile("first byte, p50 of 1", "first", 50);
        checks.measured("p99", micros / 1e3, "ms");
        checks.percentile("maximum", "first", 100, 1.5);
        checks.measured("last byte, p50", micros / 1e3, "ms");
        checks.measured("p99", 2, "ms");
        checks.atLeast("answers", 3, 3, "");
        return checks.of("flood", "A flood", "Clients flood.", contender);
    }

    private static Checks.Found withErrors() {
        Checks checks = new Checks();
        checks.measured("first byte, p50", 1, "ms");
        checks.error("status 503");
        return checks.of("fire", "A fire", "Clients flee.", "async");
    }

    private Output publish() {
        return Output.ofPerf("publish", project.toString());
    }

    @Test
    void aTableShowsTheChecksOfEachServerAndTheirTarget() throws IOException {
        assertThat(publish().code()).isZero();

        assertThat(document).content().contains("""
                | | `reactive` | `async` |
                | --- | --- | --- |
                | first byte | 1 ms | 2 ms |
                | the slowest | 1 ms (target: at most 1.500) | 2 ms (**missed** target: at most 1.500) |

                1970-01-01, commit c0ffee ([report](results/storms/storms.md)).
                <!-- end of table -->
                """);
        assertThat(Output.ofPerf("publish", project.toString(), "--check")).isEqualTo(new Output(0, ""));
    }

    @Test
    void aRowMayNameACheckForEachColumn() throws IOException {
        Path folder = project.resolve("docs/results/storms");
        CheckReport.of("Storms", Runs.ENVIRONMENT, List.of(found("async", 1_000)))
                .write(folder, "storms");
        Files.writeString(
                document,
                BLOCK.replaceFirst(
                        "first byte = .*-->",
                        "columns = half | all; both = first byte, p50 | answers; at the end = last byte, p50 > p99 | answers -->"));

        assertThat(publish().code()).isZero();
        assertThat(document).content().contains("""
                | | half | all |
                | --- | --- | --- |
                | both | 1 ms | 3 (target: at least 3) |
                | at the end | 2 ms | 3 (target: at least 3) |
                """);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "part = flood, part = flod, 'first byte' has 0 figures",
                "part = flood, part = fire, 'first byte' has 1 figures for 1 columns, or its part has errors",
                "part = flood;, part = flood; columns = A | B;, there is no check 'A'",
                "= maximum, = maximum | answers, 'the slowest' has 4 figures",
                "= maximum, = minimum, there is no check 'minimum'",
                "= maximum, = p99, 'p99', or more than one",
                "storms.json, storm.json, cannot be read"
            })
    void aTableThatCannotBeFilled(String before, String after, String reason) throws IOException {
        Files.writeString(document, BLOCK.replace(before, after));

        Output output = publish();

        assertThat(output.code()).isEqualTo(1);
        assertThat(output.text()).contains(reason);
    }
}
