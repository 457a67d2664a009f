package dev.weir.perf.report;

import dev.weir.perf.report.Document.Cell;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Check;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A report of stress tests or of self-tests of the load generator. It is written as JSON, Markdown and HTML. */
public record CheckReport(String title, Environment environment, String loadAverageAfter, List<Checks.Found> all) {
    private static final int MOST_SHOWN = 10;

    public static CheckReport of(String title, Environment environment, List<Checks.Found> all) {
        return new CheckReport(title, environment, Host.loadAverage(), List.copyOf(all));
    }

    public boolean write(Path folder, String name) throws IOException {
        Archive.writeWhole(folder.resolve(name + ".json"), this);
        document().write(folder, name);
        System.out.println(document().markdown());
        System.out.println("Written: " + folder.resolve(name + ".json") + ", .md and .html");
        return met();
    }

    /** Computes a written report again. {@code again(name, checks)} recomputes the checks. Returns all differences. */
    public static List<String> verify(Path file, BiFunction<String, List<Checks.Found>, List<Checks.Found>> again)
            throws IOException {
        CheckReport written = Archive.read(file, CheckReport.class);
        String name = file.getFileName().toString().replaceAll("\\.json$", "");
        List<Checks.Found> all = again.apply(name, written.all);
        CheckReport computed = new CheckReport(written.title, written.environment, written.loadAverageAfter, all);
        List<String> wrong = new ArrayList<>(Archive.Differences.between(file, computed));
        wrong.addAll(computed.document().differences(file.toAbsolutePath().resolveSibling(""), name));
        return wrong;
    }

    private boolean met() {
        return !all.isEmpty() && all.stream().allMatch(Checks.Found::met);
    }

    Document document() {
        String pinned = environment.pinned()
                ? "A warm server runs on core 0 and the generator on core 1."
                : "All processes share all cores, unless the description of a check says otherwise.";
        String met = met() ? "Every target is met." : "**Not every target is met.**";
        Document document = new Document(title)
                .paragraph("%s Load average: %s before, %s after. %s %s"
                        .formatted(
                                Report.where(environment), environment.loadAverage(), loadAverageAfter, pinned, met));
        document.paragraph("Digest of all recorded values: `%s`.".formatted(Environment.digest(Archive.json(this))));
        String part = "";
        for (Checks.Found found : all) {
            if (!found.part().equals(part)) {
                part = found.part();
                document.heading(found.title()).paragraph(found.description());
            }
            document.subheading("`" + found.contender() + "`")
                    .table(List.of("", "found", "target", ""), found.checks(), CheckReport::row)
                    .paragraph("Errors: " + (found.errors().isEmpty() ? "none" : "**" + found.errors() + "**") + ".");
            found.raw().forEach((series, values) -> {
                if (values.size() <= MOST_SHOWN) {
                    document.paragraph(series + ": " + values + ".");
                }
            });
        }
        return document;
    }

    private static List<Cell> row(Check check) {
        Cell verdict = check.target().isEmpty()
                ? Cell.of("")
                : check.met() ? new Cell("met", Cell.Tone.GOOD) : new Cell("MISSED", Cell.Tone.BAD);
        return Cell.row(verdict, check.what(), check.found(), check.target());
    }
}
