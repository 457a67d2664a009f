package dev.weir.perf.report;

import dev.weir.perf.result.Environment;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders the report of the microbenchmarks ({@code ./weir bench}), with a JMH table for each number of threads. */
public final class BenchReport {
    public static String of(String command, Environment environment, Map<Integer, String> byThreads)
            throws IOException {
        return byThreads.entrySet().stream()
                .map(table -> "\n## Threads: %d\n\n```\n%s\n```\n"
                        .formatted(table.getKey(), table.getValue().strip()))
                .collect(Collectors.joining(
                        "",
                        Document.resource("bench.md")
                                .formatted(Report.where(environment), environment.loadAverage(), command),
                        ""));
    }
}
