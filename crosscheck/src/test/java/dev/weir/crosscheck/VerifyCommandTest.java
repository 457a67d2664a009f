package dev.weir.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.crosscheck.ToolComparison.Pairing;
import dev.weir.perf.Program;
import dev.weir.perf.report.CheckReport;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Check;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
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

/** Tests that {@code verify} computes the figures of a report again from its series. It must trust no other number. */
class VerifyCommandTest {
    private static final String CHECKS = "/all/0/checks/";

    /** The series for a {@code stall} report, measured by a generator that times requests from their planned start. */
    private static final Map<String, List<Number>> STALL = Map.of(
            "stop and continuation, nanoseconds after the window's start", List.of(5_000_000_000L, 6_000_000_000L),
            "requests/s in a closed loop, before and after", List.of(9_000.0, 11_000.0),
            "median response before the stop, microseconds", List.of(200),
            "requests, planned and answered", List.of(20_000, 20_000),
            "response at each percentile, microseconds", List.of(641_000, 821_000, 911_000, 1_001_000),
            "service time at each percentile, microseconds", List.of(300, 400, 500, 999_000));

    @TempDir
    Path folder;

    private Path write(String name) throws IOException {
        Checks checks = new Checks();
        if (name.equals("stall")) {
            StallTrial.judge(STALL, checks);
        } else if (name.equals("crosscheck")) {
            for (Pairing pairing : Pairing.values()) {
                ToolComparisonTest.comparison(pairing, 1040).addTo(checks);
            }
        } else {
            Crossed crossed = Crossed.ofReport(name);
            List<Turns.Pair> pairs = Stream.of(104.0, 98.0, 97.0, 99.0, 100.0)
                    .map(ours -> new Turns.Pair(
                            ScenarioCheckTest.measured(crossed, ours), ScenarioCheckTest.measured(crossed, 97)))
                    .toList();
            ScenarioCheck.judge(crossed, Turns.of(ScenarioCheck.names(crossed), pairs), checks);
        }
        return write(name, checks);
    }

    private Path write(String name, Checks checks) throws IOException {
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
     * {@code verify} must name each changed figure, target or verdict. Otherwise it has read the value from the file
     * instead of computing it. A refusal alone would prove little, because each change also breaks the report's digest.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {"crosscheck", "crosscheck-s1", "crosscheck-s1x", "crosscheck-s2", "crosscheck-s2x", "stall"})
    void everyFigureThatIsChangedIsNamed(String name) throws IOException {
        Path file = write(name);
        assertThat(verify(file)).isZero();
        JsonNode written = Archive.read(file, JsonNode.class);
        List<Leaf> leaves = leaves("", written)
                .filter(leaf -> leaf.path.startsWith(CHECKS) && !leaf.path.endsWith("/from"))
                .toList();
        assertThat(leaves).hasSizeGreaterThan(60).anyMatch(leaf -> leaf.path.endsWith("/met"));
        for (Leaf leaf : leaves) {
            leaf.set.accept(changed(leaf.value));
            Archive.writeWhole(file, written);
            assertThat(CheckReport.verify(file, new VerifyCommand()::again))
                    .anyMatch(difference -> difference.startsWith(leaf.path + " is "));
            leaf.set.accept(leaf.value);
        }
        leaves.getFirst().set.accept(changed(leaves.getFirst().value));
        Archive.writeWhole(file, written);
        assertThat(verify(file)).isEqualTo(Program.REFUTED);
    }

    /**
     * If a series (list of measured values) changes, a figure of the report must change. The test changes all values of
     * the series, because a median can stay the same if only one value changes.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {"crosscheck", "crosscheck-s1", "crosscheck-s1x", "crosscheck-s2", "crosscheck-s2x", "stall"})
    void everySeriesThatIsChangedMovesAFigure(String name) throws IOException {
        Path file = write(name);
        JsonNode written = Archive.read(file, JsonNode.class);
        ObjectNode raw = (ObjectNode) written.at("/all/0/raw");
        assertThat(raw.size()).isGreaterThan(5);
        for (String series : List.copyOf(raw.propertyNames())) {
            JsonNode values = raw.path(series);
            ArrayNode other = raw.putArray(series);
            values.forEach(value -> other.add(changed(value)));
            Archive.writeWhole(file, written);
            assertThat(CheckReport.verify(file, new VerifyCommand()::again))
                    .as(series)
                    .anyMatch(difference -> difference.startsWith(CHECKS));
            raw.set(series, values);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"crosscheck", "crosscheck-s1", "stall"})
    void aCheckThatIsLeftOutIsNamed(String name) throws IOException {
        Path file = write(name);
        JsonNode written = Archive.read(file, JsonNode.class);
        ArrayNode checks = (ArrayNode) written.at("/all/0/checks");
        assertThat(checks.size()).isGreaterThan(10);
        for (int i = 0; i < checks.size(); i++) {
            JsonNode left = checks.remove(i);
            Archive.writeWhole(file, written);
            assertThat(CheckReport.verify(file, new VerifyCommand()::again))
                    .as("%s", left)
                    .anyMatch(difference -> difference.startsWith("/all/0/checks is "));
            checks.insert(i, left);
        }
    }

    private static void assertRefused(Path file, JsonNode written, String reason) throws IOException {
        Archive.writeWhole(file, written);
        assertThatThrownBy(() -> CheckReport.verify(file, new VerifyCommand()::again))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    /** A report with missing, unknown or shortened series must be refused, because it could hide a missed target. */
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
            assertRefused(file, written, "\"" + series + "\" has 4 values, but a cross-check has 5 pairs of turns");
            values.add(last);
        }
        raw.set("answers: ours", raw.iterator().next());
        assertRefused(file, written, "missing series: []; unknown series: [answers: ours]");
        raw.removeAll();
        assertRefused(file, written, "missing series: [");
        assertThat(verify(file)).as("also as a command").isEqualTo(Program.REFUTED);
    }

    /** A report must have exactly five measurements of each client. Otherwise a bad measurement could be left out. */
    @ParameterizedTest
    @CsvSource({"crosscheck, 4", "crosscheck, 0", "crosscheck-s1, 4", "crosscheck-s1, 0", "crosscheck-s1, 6"})
    void anotherNumberOfTurnsIsRefused(String name, int rounds) throws IOException {
        Path file = write(name);
        JsonNode written = Archive.read(file, JsonNode.class);
        for (JsonNode series : written.at("/all/0/raw")) {
            ArrayNode values = (ArrayNode) series;
            while (values.size() > rounds) {
                values.remove(0);
            }
            if (values.size() < rounds) {
                values.add(values.path(0));
            }
        }
        assertRefused(file, written, "has %d values, but a cross-check has 5 pairs of turns".formatted(rounds));
    }

    /** A report of fewer than five measurements of each client must be refused, even if its figures are right. */
    @Test
    void theReportOfFewerTurnsIsRefused() throws IOException {
        Checks checks = new Checks();
        Turns.Pair pair = ScenarioCheckTest.pair(100, 100);
        ScenarioCheck.judge(Crossed.S1, Turns.of(ScenarioCheck.names(Crossed.S1), List.of(pair, pair)), checks);
        Path file = write("crosscheck-s1", checks);
        assertThat(verify(file)).isEqualTo(Program.REFUTED);
    }

    @Test
    void aStallWithOtherSeriesIsRefused() throws IOException {
        Path file = write("stall");
        JsonNode written = Archive.read(file, JsonNode.class);
        ObjectNode raw = (ObjectNode) written.at("/all/0/raw");
        for (String series : STALL.keySet()) {
            ArrayNode values = (ArrayNode) raw.path(series);
            JsonNode last = values.remove(values.size() - 1);
            assertRefused(file, written, "the numbers of values are {");
            values.add(last);
            raw.remove(series);
            assertRefused(file, written, "the numbers of values are {");
            raw.set(series, values);
        }
        assertRefused(folder.resolve("storms.json"), written, "the report storms alone");
        assertRefused(folder.resolve("crosscheck.json"), written, "the report crosscheck alone");
    }

    /**
     * A report must say that targets are missed if the generator reports service times as response times. Service times
     * leave out the time for which requests wait until they can be sent. A report must also say that a target is missed
     * if one request has no answer.
     */
    @Test
    void aGeneratorWithCoordinatedOmissionMissesThePrediction() {
        Map<String, List<Number>> omitting = new HashMap<>(STALL);
        omitting.put("response at each percentile, microseconds", List.of(300, 400, 500, 999_000));
        assertThat(stall(STALL).met()).isTrue();
        assertThat(stall(omitting).checks())
                .filteredOn(check -> !check.met())
                .extracting(Check::what)
                .containsExactly("p98", "p99", "p99.5");
        Map<String, List<Number>> losing = new HashMap<>(STALL);
        losing.put("requests, planned and answered", List.of(20_000, 19_999));
        assertThat(stall(losing).met()).isFalse();
    }

    private static Checks.Found stall(Map<String, List<Number>> series) {
        Checks checks = new Checks();
        StallTrial.judge(series, checks);
        return checks.of("stall", "", "", "reactive");
    }

    @Test
    void theErrorsOfAStallRemain() throws IOException {
        Checks checks = new Checks();
        StallTrial.judge(STALL, checks);
        checks.error("status 503");
        assertThat(verify(write("stall", checks))).isZero();
        assertThat(folder.resolve("stall.md")).content().contains("**Not every target is met.**");
    }

    /** A file must contain only the report after which it is named. Another report in it might not be verified. */
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
