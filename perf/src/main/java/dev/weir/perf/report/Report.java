package dev.weir.perf.report;

import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Says what a run found for a reader: a page that works offline, and the same as Markdown. */
public final class Report {
    private Report() {}

    /**
     * Writes both into {@code directory}.
     *
     * @param name of the two files, without an extension
     * @return the page
     */
    public static Path write(Path directory, String name, Results results) throws IOException {
        for (Map.Entry<String, String> page : pages(name, results).entrySet()) {
            Files.writeString(directory.resolve(page.getKey()), page.getValue());
        }
        return directory.resolve(name + ".html");
    }

    /** Both, by the names of their files. */
    public static Map<String, String> pages(String name, Results results) {
        String title = results.plan().title();
        List<Block> blocks = blocks(results);
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put(name + ".md", Markdown.write(title, blocks));
        pages.put(name + ".html", Html.write(title, blocks));
        return pages;
    }

    private static List<Block> summary(Results results) {
        Environment environment = results.environment();
        String where = "%s, %s, %s, commit `%s`. Trials that count: %d of %d."
                .formatted(
                        environment.date(),
                        environment.host().getOrDefault("cpu", "unknown processor"),
                        environment.java(),
                        environment.commit(),
                        results.trials().stream().filter(trial -> trial.valid()).count(),
                        results.trials().size());
        return List.of(new Block.Paragraph(where));
    }

    private static List<Block> controls(Results results) {
        return results.controls().isEmpty()
                ? List.of()
                : List.of(
                        new Block.Heading("Controls: what is known beforehand"),
                        new Block.Table(
                                List.of("control", "found", ""),
                                results.controls().stream()
                                        .map(control -> List.of(
                                                Block.Cell.of(control.what()),
                                                Block.Cell.of(control.found()),
                                                Block.Cell.judged(control.met() ? "met" : "missed", control.met())))
                                        .toList()));
    }

    private static List<Block> blocks(Results results) {
        return Stream.of(
                        summary(results),
                        controls(results),
                        Ratios.of(results),
                        results.loads().stream()
                                .flatMap(load -> LoadSections.of(results, load).stream())
                                .toList(),
                        Charts.costAgainstSmoothness(results),
                        Charts.runOrder(results),
                        RunSections.of(results))
                .flatMap(List::stream)
                .toList();
    }
}
