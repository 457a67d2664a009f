package dev.weir.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A report without a format, written as Markdown and as one HTML file without scripts or external resources.
 *
 * <p>Text between backquotes is code, and text between pairs of asterisks is strong.
 */
record Document(String title, List<Part> parts) {
    private static final String STYLE = """
        :root { color-scheme: light; }
        body { font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #fdfdfb; margin: 0 auto; \
        max-width: 72rem; padding: 1.5rem; }
        h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
        h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
        p, li { max-width: 46rem; } li { margin: .25rem 0; }
        .scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .875rem; \
        font-variant-numeric: tabular-nums; }
        th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid #e4e7eb; }
        td { white-space: nowrap; } td.long { white-space: normal; text-align: left; max-width: 34rem; }
        th { font-weight: 600; vertical-align: bottom; color: #52606d; }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        .good { color: #1b6e3c; } .bad { color: #b42318; font-weight: 600; }
        figure { margin: 1.25rem 0; } figcaption { font-size: .875rem; color: #52606d; max-width: 46rem; }
        svg { max-width: 760px; width: 100%; font: 13px system-ui, sans-serif; fill: #1f2933; }
        code { font-size: .8125rem; overflow-wrap: anywhere; }
        """;
    /** A cell with more characters is wrapped and aligned to the left. */
    private static final int LONG = 44;

    sealed interface Part {}

    /** A heading of level 2 or 3; the title has level 1. */
    record Heading(int level, String text) implements Part {
        Heading(String text) {
            this(2, text);
        }
    }

    record Paragraph(String text) implements Part {}

    record Items(List<String> items) implements Part {}

    record Table(List<String> columns, List<List<Cell>> rows) implements Part {}

    /** An SVG drawing for the HTML file. Markdown has only its caption, so a table must hold the same values. */
    record Drawing(String caption, String svg) implements Part {}

    /** A table's cell. Its tone sets the colour; the text must say the same. */
    record Cell(String text, Tone tone) {
        enum Tone {
            PLAIN,
            GOOD,
            BAD
        }

        static Cell of(String text) {
            return new Cell(text, Tone.PLAIN);
        }

        /** A row of plain cells and {@code last}, which may have a tone. */
        static List<Cell> row(Cell last, String... texts) {
            return Stream.concat(Stream.of(texts).map(Cell::of), Stream.of(last))
                    .toList();
        }

        static Cell judged(String text, boolean good) {
            return new Cell(text + (good ? " ✓" : " ✗"), good ? Tone.GOOD : Tone.BAD);
        }
    }

    /** Markdown and HTML by the names of their files. */
    Map<String, String> pages(String name) {
        return Map.of(name + ".md", markdown(), name + ".html", html());
    }

    /** Writes both files into the folder and returns the path of the HTML file. */
    Path write(Path folder, String name) throws IOException {
        for (Map.Entry<String, String> page : pages(name).entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
        }
        return folder.resolve(name + ".html");
    }

    /** One line for each file in the folder that is missing or differs from this document. */
    List<String> differences(Path folder, String name) throws IOException {
        List<String> differing = new ArrayList<>();
        for (Map.Entry<String, String> page : new TreeMap<>(pages(name)).entrySet()) {
            Path file = folder.resolve(page.getKey());
            if (!Files.exists(file) || !Files.readString(file).equals(page.getValue())) {
                differing.add(file + " differs from the report that the results produce");
            }
        }
        return differing;
    }

    String html() {
        String body = parts.stream().map(Document::html).collect(Collectors.joining("\n"));
        return """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>%s</title>
            <style>
            %s</style></head>
            <body>
            <h1>%s</h1>
            %s
            </body></html>
            """.formatted(Svg.escape(title), STYLE, Svg.escape(title), body);
    }

    private static String html(Part part) {
        return switch (part) {
            case Heading(int level, String text) -> "<h%d>%s</h%d>".formatted(level, inline(text), level);
            case Paragraph(String text) -> "<p>" + inline(text) + "</p>";
            case Items(List<String> items) ->
                items.stream().map(item -> "<li>" + inline(item)).collect(Collectors.joining("\n", "<ul>", "</ul>"));
            case Table(List<String> columns, List<List<Cell>> rows) ->
                columns.stream()
                                .map(column -> "<th>" + Svg.escape(column))
                                .collect(Collectors.joining(
                                        "", "<div class=\"scroll\"><table><thead><tr>", "</thead><tbody>\n"))
                        + rows.stream()
                                .map(row ->
                                        row.stream().map(Document::html).collect(Collectors.joining("", "<tr>", "\n")))
                                .collect(Collectors.joining())
                        + "</tbody></table></div>";
            case Drawing(String caption, String svg) ->
                "<figure>" + svg + "<figcaption>" + Svg.escape(caption) + "</figcaption></figure>";
        };
    }

    private static String html(Cell cell) {
        String tone = cell.tone() == Cell.Tone.PLAIN ? "" : cell.tone().name().toLowerCase(Locale.ROOT);
        String length = cell.text().length() > LONG && cell.tone() != Cell.Tone.GOOD ? "long" : "";
        String classes = (tone + " " + length).strip();
        return (classes.isEmpty() ? "<td>" : "<td class=\"" + classes + "\">") + inline(cell.text());
    }

    private static String inline(String text) {
        return Svg.escape(text)
                .replaceAll("`([^`]+)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]+)\\*\\*", "<strong>$1</strong>");
    }

    String markdown() {
        return parts.stream().map(Document::markdown).collect(Collectors.joining("\n\n", "# " + title + "\n\n", "\n"));
    }

    private static String markdown(Part part) {
        return switch (part) {
            case Heading(int level, String text) -> "#".repeat(level) + " " + text;
            case Paragraph(String text) -> text;
            case Items(List<String> items) ->
                items.stream().map(item -> "- " + item).collect(Collectors.joining("\n"));
            case Table(List<String> columns, List<List<Cell>> rows) ->
                line(columns.stream()) + "\n" + line(columns.stream().map(_ -> "---")) + "\n"
                        + rows.stream()
                                .map(row -> line(row.stream().map(Document::markdown)))
                                .collect(Collectors.joining("\n"));
            case Drawing(String caption, String _) -> "*Drawn in the HTML report: " + caption + "*";
        };
    }

    private static String markdown(Cell cell) {
        String text = cell.text().replace("|", "\\|").replaceAll("\\R", " ");
        return cell.tone() == Cell.Tone.BAD ? "**" + text + "**" : text;
    }

    private static String line(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |"));
    }
}
