package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.report.Document.Heading;
import dev.weir.perf.report.Document.Items;
import dev.weir.perf.report.Document.Paragraph;
import dev.weir.perf.report.Document.Part;
import dev.weir.perf.report.Document.Table;
import dev.weir.perf.result.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Renders JMH's results as a table per benchmark, with a row per contender and columns per number of threads. */
public final class BenchReport {
    private static final JsonMapper JSON = new JsonMapper();

    private static final String NOTE = "A report, not a race. The contenders do not answer the same question, and a"
            + " decision is far cheaper than the network write that it allows.";
    private static final String UNITS =
            "ns/op is the time of one call on its thread, with the half-width of JMH's 99.9 % interval. B/op is the"
                    + " number of bytes that the call allocates. Compare figures of one table only, and only when their"
                    + " intervals do not overlap. With as many threads as cores, other work of the machine increases the"
                    + " time.";
    private static final String ANSWERS = "With `PLENTY` every request for tokens is granted, with `NONE` every one is"
            + " refused. RESILIENCE4J, GUAVA and SEMAPHORE refuse without returning the time to wait, which is less"
            + " work. WEIR alone is for a single writer thread. Several threads share it under a lock (WEIR_LOCKED) or"
            + " through the throttle (`step`).";
    private static final String STEPS =
            "In `step` a limiter makes two decisions per chunk, one for the client and one for the global limit. The"
                    + " throttle (WEIR) also orders waiting downloads, counts, and hands the grant to the download's event"
                    + " loop.";

    public static String of(String command, Environment environment, String json) {
        Map<String, List<JsonNode>> benchmarks = StreamSupport.stream(
                        JSON.readTree(json).spliterator(), false)
                .collect(Collectors.groupingBy(BenchReport::name, TreeMap::new, Collectors.toList()));
        List<Part> parts = new ArrayList<>(List.of(
                new Paragraph(NOTE),
                new Paragraph("%s Load average before: %s. Command: `%s`."
                        .formatted(Report.where(environment), environment.loadAverage(), command)),
                new Items(List.of(UNITS, ANSWERS, STEPS))));
        benchmarks.forEach((name, trials) -> {
            parts.add(new Heading(name));
            parts.add(table(trials));
        });
        return new Document("The cost of one decision", parts).markdown();
    }

    private static String name(JsonNode trial) {
        return trial.path("benchmark").asString().replaceFirst(".*\\.(?=[^.]*\\.[^.]*$)", "");
    }

    private static Table table(List<JsonNode> trials) {
        SortedSet<Integer> threads =
                trials.stream().map(BenchReport::threads).collect(Collectors.toCollection(TreeSet::new));
        Map<List<String>, Map<Integer, JsonNode>> rows = trials.stream()
                .collect(Collectors.groupingBy(
                        BenchReport::contender,
                        LinkedHashMap::new,
                        Collectors.toMap(BenchReport::threads, Function.identity())));
        List<String> columns = new ArrayList<>(trials.getFirst().path("params").propertyNames());
        threads.forEach(count -> columns.addAll(List.of("ns/op, threads: " + count, "B/op, threads: " + count)));
        return new Table(
                columns,
                rows.entrySet().stream()
                        .map(row -> row(row.getKey(), row.getValue(), threads))
                        .toList());
    }

    private static List<Cell> row(List<String> contender, Map<Integer, JsonNode> trials, SortedSet<Integer> threads) {
        Stream<String> figures = threads.stream().flatMap(count -> figures(trials.get(count)));
        return Stream.concat(contender.stream(), figures).map(Cell::of).toList();
    }

    private static Stream<String> figures(@Nullable JsonNode trial) {
        if (trial == null) {
            return Stream.of("-", "-");
        }
        JsonNode time = trial.path("primaryMetric");
        JsonNode allocated = trial.path("secondaryMetrics").path("gc.alloc.rate.norm");
        // With too few samples JMH writes the text "NaN" as the error.
        String error = time.path("scoreError").isNumber()
                ? "%.1f".formatted(time.path("scoreError").asDouble())
                : "?";
        return Stream.of(
                "%.1f ± %s".formatted(time.path("score").asDouble(), error),
                allocated.isMissingNode()
                        ? "-"
                        : "%.0f".formatted(allocated.path("score").asDouble()));
    }

    private static int threads(JsonNode trial) {
        return trial.path("threads").asInt();
    }

    private static List<String> contender(JsonNode trial) {
        return trial.path("params").values().stream().map(JsonNode::asString).toList();
    }
}
