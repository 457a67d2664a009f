package dev.weir.perf.report;

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

/** Says what JMH found as a table for each benchmark: contenders down, threads across. */
public final class BenchReport {
    private static final JsonMapper JSON = new JsonMapper();

    private static final String NOTE = "A report, not a race: the contenders answer different questions, and at the"
            + " rates of a server a decision is far cheaper than the write that it allows.";
    private static final String UNITS = "Time is that of one call as its thread sees it, with the half-width of JMH's"
            + " 99.9 % interval; B/op is what the call allocates. Compare within one table only, and not where"
            + " intervals overlap. With as many threads as cores, whatever else the machine does is in the figure.";
    private static final String ANSWERS = "`PLENTY`: every ask is granted. `NONE`: every ask is refused. RESILIENCE4J,"
            + " GUAVA and SEMAPHORE refuse without saying how long, which is the lesser answer. WEIR alone is for one"
            + " thread, the one writer; threads share it under a lock (WEIR_LOCKED) or through the throttle (`step`).";
    private static final String STEPS = "`step`: the limiters make two decisions a chunk, the client's and the global"
            + " one. The throttle (WEIR) also keeps turns, counts, and hands the grant to the download's loop.";

    private BenchReport() {}

    /**
     * The report as Markdown.
     *
     * @param json as JMH writes it
     */
    public static String of(String command, Environment environment, String json) {
        Map<String, List<JsonNode>> benchmarks = StreamSupport.stream(
                        JSON.readTree(json).spliterator(), false)
                .collect(Collectors.groupingBy(BenchReport::name, TreeMap::new, Collectors.toList()));
        Stream<Block> tables = benchmarks.entrySet().stream()
                .flatMap(entry -> Stream.of(new Block.Heading(entry.getKey()), table(entry.getValue())));
        List<Block> blocks = Stream.concat(
                        Stream.of(
                                new Block.Paragraph(NOTE),
                                new Block.Paragraph(where(command, environment)),
                                new Block.Items(List.of(UNITS, ANSWERS, STEPS))),
                        tables)
                .toList();
        return Html.Markdown.write("What one decision costs", blocks);
    }

    private static String where(String command, Environment environment) {
        return "`%s`, %s, %s, load average before %s, %s, commit `%s`."
                .formatted(
                        command,
                        environment.date(),
                        environment.host().getOrDefault("cpu", "unknown processor"),
                        environment.loadAverage(),
                        environment.java(),
                        environment.commit());
    }

    /** Class and method, without the package. */
    private static String name(JsonNode trial) {
        return trial.path("benchmark").asString().replaceFirst(".*\\.(?=[^.]*\\.[^.]*$)", "");
    }

    private static Block table(List<JsonNode> trials) {
        SortedSet<Integer> threads =
                trials.stream().map(BenchReport::threads).collect(Collectors.toCollection(TreeSet::new));
        Map<List<String>, Map<Integer, JsonNode>> rows = trials.stream()
                .collect(Collectors.groupingBy(
                        BenchReport::contender,
                        LinkedHashMap::new,
                        Collectors.toMap(BenchReport::threads, Function.identity())));
        List<String> columns = new ArrayList<>(trials.getFirst().path("params").propertyNames());
        threads.forEach(count -> columns.addAll(List.of("ns/op, threads: " + count, "B/op, threads: " + count)));
        return new Block.Table(
                columns,
                rows.entrySet().stream()
                        .map(row -> row(row.getKey(), row.getValue(), threads))
                        .toList());
    }

    private static List<Block.Cell> row(
            List<String> contender, Map<Integer, JsonNode> trials, SortedSet<Integer> threads) {
        Stream<String> figures = threads.stream().flatMap(count -> figures(trials.get(count)));
        return Stream.concat(contender.stream(), figures).map(Block.Cell::of).toList();
    }

    private static Stream<String> figures(@Nullable JsonNode trial) {
        if (trial == null) {
            return Stream.of("-", "-");
        }
        JsonNode time = trial.path("primaryMetric");
        JsonNode allocated = trial.path("secondaryMetrics").path("gc.alloc.rate.norm");
        // Of too few samples JMH has no error, and writes "NaN".
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
