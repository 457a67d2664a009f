package dev.weir.perf.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class DifferencesTest {
    private static final Results COMPUTED = Runs.results(Runs.plan(6, "async", "reactive"), Runs::usual);

    @TempDir
    Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void write() {
        file = folder.resolve("results.json");
        COMPUTED.write(file);
    }

    private void change(String where, Consumer<JsonNode> change) throws IOException {
        JsonNode tree = Archive.MAPPER.readTree(Files.readString(file));
        change.accept(tree.at(where));
        Files.writeString(file, Archive.MAPPER.writeValueAsString(tree));
    }

    @Test
    void anUnchangedFileDoesNotDiffer() throws IOException {
        assertThat(Archive.Differences.between(file, COMPUTED)).isEmpty();
        change("", _ -> {});
        assertThat(Archive.Differences.between(file, COMPUTED)).isEmpty();
    }

    @Test
    void aChangedFigureIsFoundWithItsPath() throws IOException {
        double cpu = COMPUTED.trials().getFirst().figures().getOrDefault(Metric.CPU, 0.0);
        change("/trials/0/figures", node -> ((ObjectNode) node).put("CPU", cpu * (1 + 1e-9)));
        assertThat(Archive.Differences.between(file, COMPUTED))
                .singleElement()
                .asString()
                .startsWith("/trials/0/figures/CPU is")
                .endsWith("should be " + cpu);
    }

    @Test
    void aMissingFigureIsFound() throws IOException {
        change("/comparisons/0/ratio", node -> ((ObjectNode) node).remove("low"));
        assertThat(Archive.Differences.between(file, COMPUTED))
                .singleElement()
                .asString()
                .startsWith("/comparisons/0/ratio/low is missing");
    }

    @Test
    void aFigureTooManyIsFound() throws IOException {
        change("/trials/1/figures", node -> ((ObjectNode) node).put("ELEGANCE", 1));
        assertThat(Archive.Differences.between(file, COMPUTED))
                .containsExactly("/trials/1/figures/ELEGANCE is 1 and should be missing");
    }

    @Test
    void aTrialOrARatioLeftOutIsFound() throws IOException {
        change("/trials", node -> ((ArrayNode) node).remove(3));
        change("/comparisons/0", node -> ((ObjectNode) node).putNull("ratio"));
        assertThat(Archive.Differences.between(file, COMPUTED))
                .hasSize(2)
                .anyMatch(line -> line.startsWith("/trials is of another size"))
                .anyMatch(line -> line.startsWith("/comparisons/0/ratio is null"));
    }

    @Test
    void aChangedWordIsFoundToo() throws IOException {
        change("/comparisons/0", node -> ((ObjectNode) node).put("finding", "CHEAPER"));
        assertThat(Archive.Differences.between(file, COMPUTED))
                .singleElement()
                .asString()
                .contains("\"CHEAPER\"");
    }
}
