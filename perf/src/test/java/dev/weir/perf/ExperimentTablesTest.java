package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests tables that {@code publish} fills from the output of a script in {@code docs/experiments}. */
class ExperimentTablesTest {
    private static final String VALUES = """
            # 2026-11-29, commit c0ffee0, a processor
            threads\tanswered\terror
            1\t28,231\tnone
            2\t35,000\tEADDRNOTAVAIL (100 times)
            """;

    private static final String TABLE = """
            <!-- table docs/results/experiments/ports.tsv; answers = answered; of threads = threads -->
            <!-- end of table -->
            """;

    @TempDir
    Path project;

    private Path document;
    private Path values;

    @BeforeEach
    void experiment() throws IOException {
        Path folder = Files.createDirectories(project.resolve("docs/results/experiments"));
        values = Files.writeString(folder.resolve("ports.tsv"), VALUES);
        Files.writeString(project.resolve("README.md"), "# Nothing to fill\n");
        document = Files.writeString(project.resolve("docs/results.md"), TABLE);
    }

    private Output publish() {
        return Output.ofPerf("publish", project.toString());
    }

    private Output check() {
        return Output.ofPerf("publish", project.toString(), "--check");
    }

    @Test
    void aTableShowsColumnsOfTheFileAndItsOrigin() throws IOException {
        assertThat(publish().code()).isZero();

        assertThat(document).content().contains("""
                | answers | of threads |
                | --- | --- |
                | 28,231 | 1 |
                | 35,000 | 2 |

                2026-11-29, commit c0ffee0, a processor ([values](results/experiments/ports.tsv)).
                <!-- end of table -->
                """);
        assertThat(check()).isEqualTo(new Output(0, ""));
    }

    @Test
    void aChangedValueIsFound() throws IOException {
        assertThat(publish().code()).isZero();
        Files.writeString(values, VALUES.replace("28,231", "28,232"));

        assertThat(check().code()).isEqualTo(Program.REFUTED);
    }

    @ParameterizedTest
    @CsvSource({
        "answered\terror, answers\terror, there is no column 'answered'",
        "1\t28, 28, a line has 2 values for 3 columns",
        "# 2026, 2026, 'no origin, or no values'"
    })
    void aWrongFileIsRefused(String before, String after, String error) throws IOException {
        Files.writeString(values, VALUES.replace(before, after));

        Output output = publish();

        assertThat(output.code()).isNotZero();
        assertThat(output.text()).contains("ports.tsv").contains(error);
    }

    @Test
    void aFileWithoutValuesIsRefused() throws IOException {
        Files.write(values, VALUES.lines().limit(2).toList());

        assertThat(publish().text()).contains("ports.tsv").contains("no origin, or no values");
    }
}
