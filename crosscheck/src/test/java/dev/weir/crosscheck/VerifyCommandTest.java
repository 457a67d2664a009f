package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.crosscheck.ToolComparison.Pairing;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
            for (Pairing pairing : Pairing.values()) {
                ToolComparisonTest.comparison(pairing, 1040).addTo(checks);
            }
        } else {
            Crossed crossed = Crossed.ofReport(name);
            List<Turns.Pair> pairs = Stream.of(104.0, 98.0)
                    .map(ours -> new Turns.Pair(
                            ScenarioCheckTest.measured(crossed, ours), ScenarioCheckTest.measured(crossed, 97)))
                    .toList();
            ScenarioCheck.judge(crossed, Turns.of(ScenarioCheck.names(crossed), pairs), checks);
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
    @ValueSource(strings = {"crosscheck", "crosscheck-s1", "crosscheck-s1x", "crosscheck-s2", "crosscheck-s2x"})
    void everyFigureThatIsChangedIsNamed(String name) throws IOException {
        Path file = write(name);
        assertThat(verify(file)).isZero();
        JsonNode written = Archive.read(file, JsonNode.class);
        List<Leaf> leaves = leaves("", written)
                .filter(leaf -> leaf.path.startsWith(CHECKS) || leaf.path.startsWith(RAW))
                .filter(leaf -> !leaf.path.endsWith("/from") && !leaf.path.startsWith(RAW + Turns.ROUNDS))
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

    private static void assertRefused(Path file, JsonNode written, String reason) throws IOException {
        Archive.writeWhole(file, written);
        assertThatThrownBy(() -> CheckReport.verify(file, new VerifyCommand()::again))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    /** If this fails, a turn that misses a target can be left out, or a target with all of its figures. */
    @ParameterizedTest
    @ValueSource(strings = {"crosscheck", "crosscheck-s1"})
    void seriesThatAreMissingUnknownOrCutOffAreRefused(String name) throws IOException {
        Path file = write(name);
        JsonNode written = Archive.read(file, JsonNode.class);
        ObjectNode raw = (ObjectNode) written.at("/all/0/raw");
        for (String series : List.copyOf(raw.propertyNames())) {
            ArrayNode values = (ArrayNode) raw.path(series);
            raw.remove(series);
            assertRefused(file, written, "missing series: [" + series + "]; unknown series: []");
            raw.set(series, values);
            JsonNode last = values.remove(values.size() - 1);
            assertRefused(file, written, Turns.ROUNDS);
            values.add(last);
        }
        raw.set("answers: ours", raw.path(Turns.ROUNDS));
        assertRefused(file, written, "missing series: []; unknown series: [answers: ours]");
        raw.removeAll();
        assertRefused(file, written, "missing series: [" + Turns.ROUNDS + ", ");
        assertThat(verify(file)).as("also as a command").isEqualTo(Program.REFUTED);
    }

    /** If this fails, all series can be cut off together, even to nothing. */
    @ParameterizedTest
    @CsvSource({"3", "1", "0", "-1", "1.5"})
    void anotherNumberOfTurnsIsRefused(double rounds) throws IOException {
        Path file = write("crosscheck-s1");
        JsonNode written = Archive.read(file, JsonNode.class);
        ((ArrayNode) written.at(RAW + Turns.ROUNDS)).removeAll().add(rounds);
        assertRefused(file, written, "the number of " + Turns.ROUNDS + " is [" + rounds + "]");
        if (rounds == 0) {
            written.at("/all/0/raw").forEach(series -> {
                if (!series.equals(written.at(RAW + Turns.ROUNDS))) {
                    ((ArrayNode) series).removeAll();
                }
            });
            assertRefused(file, written, "the number of " + Turns.ROUNDS);
        }
    }

    /** If this fails, a report can be left out, or one that is not computed again can take its place. */
    @Test
    void aFileHoldsTheReportOfItsNameAlone() throws IOException {
        Path file = write("crosscheck-s1");
        JsonNode written = Archive.read(file, JsonNode.class);
        for (String other : List.of("storms", "crosscheck-s2", "crosscheck", "crosscheck-s9")) {
            assertRefused(folder.resolve(other + ".json"), written, "the report " + other + " alone");
        }
        ArrayNode all = (ArrayNode) written.at("/all");
        JsonNode report = all.remove(0);
        assertRefused(file, written, "but holds []");
        JsonNode copy = report.deepCopy();
        all.add(report).add(copy);
        assertRefused(file, written, "but holds [crosscheck-s1, crosscheck-s1]");
        all.remove(1);
        ((ObjectNode) report).put("part", "crosscheck-s9");
        assertRefused(file, written, "but holds [crosscheck-s9]");
        assertRefused(folder.resolve("crosscheck-s9.json"), written, "there is no cross-check crosscheck-s9");
    }
}
