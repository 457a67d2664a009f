package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that nobody changed the cross-checks in docs/results, and that each scenario has one. */
class CommittedChecksTest {
    private static final Path RESULTS = Path.of("..", "docs", "results");

    @Test
    void theFilesOfCrossChecksAreRight() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(RESULTS)) {
            files = all.filter(file -> file.getFileName().toString().matches("(crosscheck|stall).*\\.json"))
                    .toList();
        }
        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .contains("crosscheck-s1.json", "crosscheck-s1x.json", "crosscheck-s2.json", "crosscheck-s2x.json");
        assertThat(files)
                .allSatisfy(
                        file -> assertThat(Program.commandLine(new CrossCheck()).execute("verify", file.toString()))
                                .isZero());
    }
}
