package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/**
 * Tests that nobody changed the results in docs/results, and that the tables of README.md and docs show these results.
 */
class CommittedRunsTest {
    private static final Path PROJECT = Path.of("..");
    private static final int COPIES = 100;
    /** Matches a digit among the first ten characters of a number. Later digits may differ by rounding. */
    private static final Pattern DIGIT = Pattern.compile("(?<![0-9.]{10})[0-9]");

    @TempDir
    Path folder;

    @Test
    void theTablesShowTheFiguresOfTheRuns() {
        assertThat(Output.ofPerf("publish", PROJECT.toString(), "--check")).isEqualTo(new Output(0, ""));
        assertThat(PROJECT.resolve("README.md")).content().contains("<!-- table docs/results/");
    }

    /** Copies runs, and changes one random digit in each copy. The command {@code verify} must refuse every copy. */
    @Test
    void verifyNoticesEachChangedDigit() throws IOException {
        Random random = new Random(24);
        List<Path> runs = runs();
        assertThat(runs).isNotEmpty().allSatisfy(run -> assertThat(verify(run)).isZero());
        for (int i = 0; i < COPIES; i++) {
            Path run = runs.get(random.nextInt(runs.size()));
            Path copy = folder.resolve("copy-" + i);
            FileSystemUtils.copyRecursively(run, copy);
            String change = changeOneDigit(copy, random);

            assertThat(verify(copy)).as("%s: %s", run, change).isEqualTo(Program.REFUTED);
            FileSystemUtils.deleteRecursively(copy);
        }
    }

    @Test
    void theFilesOfStormsAndClusterChecksAreRight() throws IOException {
        try (Stream<Path> files = Files.walk(PROJECT.resolve("docs/results"))) {
            assertThat(files.filter(file -> file.endsWith("cluster.json") || file.endsWith("storms.json"))
                            .map(CommittedRunsTest::verified))
                    .isNotEmpty()
                    .containsOnly(0);
        }
    }

    private static int verify(Path run) {
        return verified(run.resolve("results.json"));
    }

    private static int verified(Path file) {
        return Output.of(new ResultCommands.VerifyCommand(), file.toString()).code();
    }

    private static List<Path> runs() throws IOException {
        try (Stream<Path> folders = Files.list(PROJECT.resolve("docs/results"))) {
            return folders.filter(run -> Files.exists(run.resolve("plan.json")))
                    .sorted()
                    .toList();
        }
    }

    private static String changeOneDigit(Path run, Random random) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(run)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().matches(".*/trials/.*\\.log"))
                    .sorted()
                    .toList();
        }
        Path file = files.get(random.nextInt(files.size()));
        StringBuilder text = new StringBuilder(Files.readString(file));
        List<Integer> digits =
                DIGIT.matcher(text).results().map(MatchResult::start).toList();
        int at = digits.get(random.nextInt(digits.size()));
        char before = text.charAt(at);
        text.setCharAt(at, before == '9' ? '1' : (char) (before + 1));
        Files.writeString(file, text);
        return "%s, character %d, was %s".formatted(file, at, before);
    }
}
