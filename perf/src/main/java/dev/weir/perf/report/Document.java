package dev.weir.perf.report;

import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * A report: a sequence of headings, texts, tables and drawings. It can be written as Markdown, and as one HTML file
 * without scripts or external resources.
 *
 * <p>Text between backquotes is code, and text between pairs of asterisks is strong.
 */
record Document(String title, List<Part> parts) {
    /** The number of characters above which a cell's text is wrapped and aligned to the left. */
    private static final int LONG = 44;

    sealed interface Part {}

    /** A heading of level 2 or 3. The title has level 1. */
    record Heading(int level, String text) implements Part {
        Heading(String text) {
            this(2, text);
        }
    }

    record Paragraph(String text) implements Part {}

    record Items(List<String> items) implements Part {}

    record Table(List<String> columns, List<List<Cell>> rows) implements Part {}

    /** An SVG drawing for the HTML file. Markdown shows only its caption, so a table must hold the same values. */
    record Drawing(String caption, String svg) implements Part {}

    /** A table's cell. The tone is its colour. The text must say the same, for readers who cannot see the colour. */
    record Cell(String text, Tone tone) {
        enum Tone {
            PLAIN,
            GOOD,
            BAD
        }

        static Cell of(String text) {
            return new Cell(text, Tone.PLAIN);
        }

        static List<Cell> row(Cell last, String... texts) {
            return Stream.concat(Stream.of(texts).map(Cell::of), Stream.of(last))
                    .toList();
        }

        static Cell judged(String text, boolean good) {
            return new Cell(text + (good ? " ✓" : " ✗"), good ? Tone.GOOD : Tone.BAD);
        }
    }

    Map<String, String> pages(String name) throws IOException {
        return Map.of(name + ".md", markdown(), name + ".html", html());
    }

    Path write(Path folder, String name) throws IOException {
        for (Map.Entry<String, String> page : pages(name).entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
        }
        return folder.resolve(name + ".html");
    }

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

    String html() throws IOException {
        String body = parts.stream().map(Document::html).collect(Collectors.joining("\n"));
        return Resources.toString(Resources.getResource(Document.class, "page.html"), StandardCharsets.UTF_8)
                .replace("{title}", Svg.escape(title))
                .replace("{body}", body);
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
