package dev.weir.bench;

import com.google.common.io.Resources;
import dev.weir.perf.report.Report;
import dev.weir.perf.result.Environment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders the report of the microbenchmarks ({@code ./weir bench}), with a JMH table for each number of threads. */
final class BenchReport {
    static String of(String command, Environment environment, Map<Integer, String> byThreads) throws IOException {
        return byThreads.entrySet().stream()
                .map(table -> "\n## Threads: %d\n\n```\n%s\n```\n"
                        .formatted(table.getKey(), table.getValue().strip()))
                .collect(Collectors.joining(
                        "",
                        Resources.toString(Resources.getResource(BenchReport.class, "bench.md"), StandardCharsets.UTF_8)
                                .formatted(Report.where(environment), environment.loadAverage(), command),
                        ""));
    }
}
