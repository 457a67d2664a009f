package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    private static final RunPlan PLAN = Runs.plan(6, "async", "reactive");

    @TempDir
    Path folder;

    private static Evidence trial(RunPlan.Case planned) {
        return switch (planned.position()) {
            case 1 -> Example.of(planned).unstable(4).slice(1, 1, 1).evidence();
            case 2 -> Example.of(planned).error("short", 3).evidence();
            default -> Runs.usual(planned);
        };
    }

    @Test
    void writtenAndReadAgainTheyAreEqual() throws IOException {
        Results results = Runs.results(PLAN, ResultsTest::trial);
        Path file = folder.resolve("results.json");
        results.write(file);
        assertThat(Results.read(file)).isEqualTo(results);
    }

    @Test
    void computedTwiceFromTheFilesTheyAreEqualToTheLastByte() throws IOException {
        Archive archive = Runs.archive(folder, PLAN, ResultsTest::trial);
        archive.results().write(folder.resolve("once.json"));
        Archive.of(folder).results().write(folder.resolve("twice.json"));
        assertThat(folder.resolve("twice.json")).hasSameBinaryContentAs(folder.resolve("once.json"));
        assertThat(Files.size(folder.resolve("once.json"))).isGreaterThan(1000);
    }

    @Test
    void theFilesGiveTheResultsOfTheTrials() throws IOException {
        assertThat(Runs.archive(folder, PLAN, ResultsTest::trial).results())
                .isEqualTo(Runs.results(PLAN, ResultsTest::trial));
    }

    @Test
    void anInvalidTrialIsListedAndAnUnstableOneFlagged() {
        Results results = Runs.results(PLAN, ResultsTest::trial);
        assertThat(results.trials()).hasSize(12);
        assertThat(results.allValid()).isFalse();
        Trial unstable = results.trials().get(0);
        assertThat(unstable.valid()).isTrue();
        assertThat(unstable.flags()).containsExactly("still warming up after 4 cycles");
        Trial invalid = results.trials().get(1);
        assertThat(invalid.valid()).isFalse();
        assertThat(invalid.faults()).contains("3 x short");
        assertThat(Runs.results(PLAN, Runs::usual).allValid()).isTrue();
    }
}
