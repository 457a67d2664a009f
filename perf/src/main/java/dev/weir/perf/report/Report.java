package dev.weir.perf.report;

import dev.weir.perf.result.Environment;
import dev.weir.perf.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes what a run found for a reader: a page that works offline, and the same as Markdown. */
public final class Report {
    private Report() {}

    /**
     * Writes both into {@code directory}.
     *
     * @param name of the two files, without an extension
     * @return the page
     */
    public static Path write(Path directory, String name, Results results) throws IOException {
        String title = results.plan().title();
        List<Block> blocks = blocks(results);
        Files.writeString(directory.resolve(name + ".md"), Markdown.write(title, blocks));
        return Files.writeString(directory.resolve(name + ".html"), Html.write(title, blocks));
    }

    private static List<Block> summary(Results results) {
        Environment environment = results.environment();
        String where = "%s, %d x %s, %s, commit `%s`."
                .formatted(
                        environment.date(),
                        environment.processors(),
                        environment.cpu(),
                        environment.java(),
                        environment.commit());
        return List.of(new Block.Paragraph(results.plan().choices().getFirst()), new Block.Paragraph(where));
    }

    private static List<Block> blocks(Results results) {
        return Stream.of(
                        summary(results),
                        DownloadSections.of(results.trials()),
                        RateSections.of(results.rateTrials()),
                        RunSections.of(results))
                .flatMap(List::stream)
                .toList();
    }
}
