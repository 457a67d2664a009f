package dev.weir.perf.report;

import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report, built as Markdown and as one HTML page without scripts. In its texts, backquotes mark code. */
final class Document {
    /** In a table, texts with more characters than this are wrapped and left-aligned. */
    private static final int LONG = 44;

    private final String title;
    private final List<String> markdown = new ArrayList<>();
    private final List<String> html = new ArrayList<>();

    Document(String title) {
        this.title = title;
    }

    private Document add(String inMarkdown, String inHtml) {
        markdown.add(inMarkdown);
        html.add(inHtml);
        return this;
    }

    Document heading(String text) {
        return add("## " + text, "<h2>" + inline(text) + "</h2>");
    }

    Document subheading(String text) {
        return add("### " + text, "<h3>" + inline(text) + "</h3>");
    }

    Document paragraph(String text) {
        return add(text, "<p>" + inline(text) + "</p>");
    }

    Document items(Collection<String> items) {
        return add(
                items.stream().map(item -> "- " + item).collect(Collectors.joining("\n")),
                items.stream().map(item -> "<li>" + inline(item)).collect(Collectors.joining("\n", "<ul>", "</ul>")));
    }

    <T> Document table(List<String> columns, Collection<T> rows, Function<T, List<Cell>> cells) {
        Stream<String> head =
                Stream.of(line(columns.stream()), line(columns.stream().map(_ -> "---")));
        Stream<String> body =
                rows.stream().map(row -> line(cells.apply(row).stream().map(Cell::markdown)));
        return add(Stream.concat(head, body).collect(Collectors.joining("\n")), """
                <div class="scroll"><table><thead><tr>%s</thead><tbody>
                %s</tbody></table></div>""".formatted(
                columns.stream().map(column -> "<th>" + Svg.escape(column)).collect(Collectors.joining()),
                rows.stream()
                        .map(row ->
                                cells.apply(row).stream().map(Cell::html).collect(Collectors.joining("", "<tr>", "\n")))
                        .collect(Collectors.joining())));
    }

    /** Adds a drawing to the HTML. The Markdown gets only its caption, so a table should show the same values. */
    Document drawing(String caption, String svg) {
        return add(
                "*Drawn in the HTML report: " + caption + "*",
                "<figure>" + svg + "<figcaption>" + Svg.escape(caption) + "</figcaption></figure>");
    }

    /** A table cell. The tone sets the colour. The text must also express the tone, for readers who see no colours. */
    record Cell(String text, Tone tone) {
        enum Tone {
            PLAIN,
            GOOD,
            BAD
        }

        static Cell of(String text) {
            return new Cell(text, Tone.PLAIN);
        }

        static Cell judged(String text, boolean good) {
            return new Cell(text + (good ? " ✓" : " ✗"), good ? Tone.GOOD : Tone.BAD);
        }

        static List<Cell> row(Cell last, String... texts) {
            return Stream.concat(Stream.of(texts).map(Cell::of), Stream.of(last))
                    .toList();
        }

        private String markdown() {
            String escaped = text.replace("|", "\\|").replaceAll("\\R", " ");
            return tone == Tone.BAD ? "**" + escaped + "**" : escaped;
        }

        private String html() {
            String colour = tone == Tone.PLAIN ? "" : tone.name().toLowerCase(Locale.ROOT);
            String classes = (colour + (text.length() > LONG && tone != Tone.GOOD ? " long" : "")).strip();
            return (classes.isEmpty() ? "<td>" : "<td class=\"" + classes + "\">") + inline(text);
        }
    }

    String markdown() {
        return "# " + title + "\n\n" + String.join("\n\n", markdown) + "\n";
    }

    String html() throws IOException {
        return resource("page.html").replace("{title}", Svg.escape(title)).replace("{body}", String.join("\n", html));
    }

    static String resource(String name) throws IOException {
        return Resources.toString(Resources.getResource(Document.class, name), StandardCharsets.UTF_8);
    }

    private Map<Path, String> files(Path folder, String name) throws IOException {
        return new TreeMap<>(Map.of(folder.resolve(name + ".md"), markdown(), folder.resolve(name + ".html"), html()));
    }

    Path write(Path folder, String name) throws IOException {
        for (Map.Entry<Path, String> file : files(folder, name).entrySet()) {
            Files.writeString(file.getKey(), file.getValue());
        }
        return folder.resolve(name + ".html");
    }

    List<String> differences(Path folder, String name) throws IOException {
        List<String> differing = new ArrayList<>();
        for (Map.Entry<Path, String> file : files(folder, name).entrySet()) {
            if (!Files.exists(file.getKey()) || !Files.readString(file.getKey()).equals(file.getValue())) {
                differing.add(file.getKey() + " differs from the report that the results produce");
            }
        }
        return differing;
    }

    private static String inline(String text) {
        return Svg.escape(text)
                .replaceAll("`([^`]+)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]+)\\*\\*", "<strong>$1</strong>");
    }

    private static String line(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |"));
    }
}
