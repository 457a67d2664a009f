package dev.weir.perf.report;

import com.google.common.base.Splitter;
import com.google.common.collect.Streams;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Check;
import dev.weir.perf.result.Checks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes the tables that {@link Tables} fills from the file of a {@link CheckReport}. */
final class CheckTables {
    private static final Splitter CELLS = Splitter.on(" | ");
    private static final Splitter STEPS = Splitter.on(" > ");

    private CheckTables() {}

    /** Returns the lines of a table, and below them the date, the commit and the {@code link} to the report. */
    static String table(Path file, Map<String, String> rows, String link) throws IOException {
        CheckReport report = Archive.read(file, CheckReport.class);
        String part = rows.remove("part");
        List<Checks.Found> servers =
                report.all().stream().filter(found -> found.part().equals(part)).toList();
        List<String> columns = servers.size() == 1 && rows.containsKey("columns")
                ? CELLS.splitToList(rows.remove("columns"))
                : servers.stream().map(found -> "`" + found.contender() + "`").toList();
        boolean hasErrors = servers.stream().anyMatch(found -> !found.errors().isEmpty());
        List<String> lines = new ArrayList<>(List.of("| | " + String.join(" | ", columns) + " |"));
        lines.add("|" + " --- |".repeat(columns.size() + 1));
        rows.forEach((head, names) -> {
            List<String> cells = servers.stream()
                    .flatMap(found -> CELLS.splitToStream(names).map(name -> cell(found, name)))
                    .toList();
            if (cells.isEmpty() || cells.size() != columns.size() || hasErrors) {
                throw new IllegalArgumentException("Row '%s' has %d figures for %d columns, or its part has errors"
                        .formatted(head, cells.size(), columns.size()));
            }
            lines.add(Document.line(Streams.concat(Stream.of(head), cells.stream())));
        });
        return "%s\n\n%.10s, commit %.7s ([report](%s))."
                .formatted(
                        String.join("\n", lines),
                        report.environment().date(),
                        report.environment().commit(),
                        link);
    }

    /** Returns a figure and its target. {@code path} is CHECK or EARLIER &gt; CHECK. */
    private static String cell(Checks.Found found, String path) {
        List<String> names = found.checks().stream()
                .map(check -> check.what().replaceFirst(" of \\d+$", ""))
                .toList();
        int at = -1;
        for (String name : STEPS.split(path)) {
            List<String> rest = names.subList(at + 1, names.size());
            if (at < 0 ? Collections.frequency(rest, name) != 1 : !rest.contains(name)) {
                throw new IllegalArgumentException("there is no check '%s', or more than one".formatted(path));
            }
            at += 1 + rest.indexOf(name);
        }
        Check check = found.checks().get(at);
        String target = (check.met() ? "target: " : "**missed** target: ") + check.target();
        return check.found().strip() + (check.target().isEmpty() ? "" : " (" + target + ")");
    }
}
