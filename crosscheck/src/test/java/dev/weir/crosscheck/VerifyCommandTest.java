package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.Program;
import dev.weir.perf.report.CheckReport;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Tests that {@code verify} computes a cross-check from the series of its clients, and believes no other figure. */
class VerifyCommandTest {
    private static final String CHECKS = "/all/0/checks/";
    private static final String RAW = "/all/0/raw/";

    @TempDir
    Path folder;

    private Path write(String name) throws IOException {
        Checks checks = new Checks();
        if (name.equals("crosscheck")) {
            ToolComparisonTest.comparison("Closed", 1040).addTo(checks);
            ToolComparisonTest.comparison("Open", 1060).addTo(checks);
        } else {
            ScenarioCheck.judge(
                    Turns.of(List.of(ScenarioCheckTest.pair(104, 100), ScenarioCheckTest.pair(98, 97))), checks);
        }
        Environment environment = new Environment(Instant.EPOCH, "c0ffee", "25", "", true, "0.1", Map.of(), Map.of());
        CheckReport.of("Checks", environment, List.of(checks.of(name, "", "", "reactive")))
                .write(folder, name);
        return folder.resolve(name + ".json");
    }

    private record Leaf(String path, JsonNode value, Consumer<JsonNode> set) {}

    private static Stream<Leaf> leaves(String path, JsonNode node) {
        return switch (node) {
            case ObjectNode object ->
                object.propertyNames().stream()
                        .flatMap(name ->
                                leaf(path + "/" + name, object.path(name), changed -> object.set(name, changed)));
            case ArrayNode array ->
                IntStream.range(0, array.size())
                        .boxed()
                        .flatMap(i -> leaf(path + "/" + i, array.path(i), changed -> array.set(i, changed)));
            default -> Stream.of();
        };
    }

    private static Stream<Leaf> leaf(String path, JsonNode value, Consumer<JsonNode> set) {
        return value.isContainer() ? leaves(path, value) : Stream.of(new Leaf(path, value, set));
    }

    private static JsonNode changed(JsonNode value) {
        return value.isBoolean()
                ? BooleanNode.valueOf(!value.booleanValue())
                : value.isString()
                        ? StringNode.valueOf(value.stringValue() + "?")
                        : DoubleNode.valueOf(value.isNull() ? 1 : 3 * value.doubleValue() + 1);
    }

    private static int verify(Path file) {
        return Program.commandLine(new CrossCheck()).execute("verify", file.toString());
    }

    /**
     * If this fails, a figure, a target or a verdict is read from the file, and not computed from the series. A changed
     * file alone proves nothing: it also differs from the digest in the report.
     */
    @ParameterizedTest
    @ValueSource(strings = {"crosscheck", "crosscheck-s1"})
    void everyFigureThatIsChangedIsNamed(String name) throws IOException {
        Path file = write(name);
        assertThat(verify(file)).isZero();
        JsonNode written = Archive.read(file, JsonNode.class);
        List<Leaf> leaves = leaves("", written)
                .filter(leaf -> leaf.path.startsWith(CHECKS) || leaf.path.startsWith(RAW))
                .filter(leaf -> !leaf.path.endsWith("/from"))
                .toList();
        assertThat(leaves).hasSizeGreaterThan(60).anyMatch(leaf -> leaf.path.endsWith("/met"));
        for (Leaf leaf : leaves) {
            leaf.set.accept(changed(leaf.value));
            Archive.writeWhole(file, written);
            String path = leaf.path.startsWith(CHECKS) ? leaf.path + " is " : CHECKS;
            assertThat(CheckReport.verify(file, new VerifyCommand()::again))
                    .as(leaf.path)
                    .anyMatch(difference -> difference.startsWith(path));
            leaf.set.accept(leaf.value);
        }
        leaves.getFirst().set.accept(changed(leaves.getFirst().value));
        Archive.writeWhole(file, written);
        assertThat(verify(file)).isEqualTo(Program.REFUTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"crosscheck", "crosscheck-s1"})
    void aFigureThatIsLeftOutIsNamed(String name) throws IOException {
        Path file = write(name);
        ObjectNode written = (ObjectNode) Archive.read(file, JsonNode.class);
        assertThat(((ArrayNode) written.at("/all/0/checks"))
                        .remove(2)
                        .path("what")
                        .stringValue())
                .contains("ours / theirs");
        Archive.writeWhole(file, written);
        assertThat(CheckReport.verify(file, new VerifyCommand()::again))
                .anyMatch(difference -> difference.startsWith("/all/0/checks is "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"crosscheck", "crosscheck-s1"})
    void aSeriesThatIsCutOffIsRefuted(String name) throws IOException {
        Path file = write(name);
        JsonNode written = Archive.read(file, JsonNode.class);
        for (JsonNode series : written.at("/all/0/raw")) {
            JsonNode last = ((ArrayNode) series).remove(1);
            Archive.writeWhole(file, written);
            assertThat(CheckReport.verify(file, new VerifyCommand()::again))
                    .anyMatch(difference -> difference.contains("should be \"NaN\""));
            ((ArrayNode) series).add(last);
        }
    }
}
