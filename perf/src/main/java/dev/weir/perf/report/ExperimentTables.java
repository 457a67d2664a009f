package dev.weir.perf.report;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the tables that {@link Tables} fills from the output of a script in {@code docs/experiments}. Its first line
 * tells the date, the commit and the processor after {@code #}, and its second line the names of the columns. Tabs
 * separate the values.
 */
final class ExperimentTables {
    private static final Splitter CELLS = Splitter.on('\t');
    private static final String ORIGIN = "# ";

    private ExperimentTables() {}

    /** Returns the lines of a table with some columns of the file, and below them its origin and the {@code link}. */
    static String table(Path file, Map<String, String> columns, String link) throws IOException {
        List<String> all = Files.readAllLines(file);
        if (all.size() < 3 || !all.getFirst().startsWith(ORIGIN)) {
            throw new IllegalArgumentException("no origin, or no values");
        }
        List<String> names = CELLS.splitToList(all.get(1));
        List<Integer> shown =
                columns.values().stream().map(name -> index(names, name)).toList();
        List<String> lines = new ArrayList<>();
        lines.add(Document.line(columns.keySet().stream()));
        lines.add(Document.line(shown.stream().map(_ -> "---")));
        for (String line : all.subList(2, all.size())) {
            List<String> cells = CELLS.splitToList(line);
            if (cells.size() != names.size()) {
                throw new IllegalArgumentException(
                        "a line has %d values for %d columns".formatted(cells.size(), names.size()));
            }
            lines.add(Document.line(shown.stream().map(cells::get)));
        }
        return "%s\n\n%s ([values](%s))."
                .formatted(String.join("\n", lines), all.getFirst().substring(ORIGIN.length()), link);
    }

    private static int index(List<String> names, String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("there is no column '%s'".formatted(name));
        }
        return index;
    }
}
