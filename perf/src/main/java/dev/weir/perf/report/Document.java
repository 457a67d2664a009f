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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A report, built as Markdown and as one HTML page without scripts. In its texts, backquotes mark code. */
final class Document {
    /** In an HTML table, a text with more characters than this is wrapped. */
    private static final int LONG = 40;
    /** Matches a right-aligned table cell: a short text that starts with a number, or a dash for a missing number. */
    private static final Pattern NUMBER = Pattern.compile("^(-|[-+]?\\d[^→]{0,24})$");

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
        return add("## " + text, "<h2>" + Words.inline(text) + "</h2>");
    }

    Document subheading(String text) {
        return add("### " + text, "<h3>" + Words.inline(text) + "</h3>");
    }

    Document paragraph(String text) {
        return add(text, "<p>" + Words.inline(text) + "</p>");
    }

    Document warning(String text) {
        return add(
                "> **Warning.** " + text.replace("|", "\\|").replaceAll("\\R", " "),
                "<p class=\"warning\"><strong>Warning.</strong> " + Words.inline(text) + "</p>");
    }

    Document items(Collection<String> items) {
        return add(
                items.stream().map(item -> "- " + item).collect(Collectors.joining("\n")),
                items.stream()
                        .map(item -> "<li>" + Words.inline(item))
                        .collect(Collectors.joining("\n", "<ul>", "</ul>")));
    }

    /** Sentences about a subject, such as a load. The first sentence is the most important. */
    record Answer(String subject, List<String> sentences) {}

    Document answers(List<Answer> answers) {
        return add(
                answers.stream()
                        .map(one -> "- **%s:** %s".formatted(one.subject, String.join(" ", one.sentences)))
                        .collect(Collectors.joining("\n")),
                answers.stream()
                        .map(one -> one.sentences.stream()
                                .map(sentence -> "<p>" + Words.inline(sentence))
                                .collect(Collectors.joining("", "<li><h3>" + Words.inline(one.subject) + "</h3>", "")))
                        .collect(Collectors.joining("\n", "<ul class=\"answers\">", "</ul>")));
    }

    /** Adds a section that stays collapsed until the reader opens it. */
    Document folded(String heading, String hint, Consumer<Document> content) {
        add(
                "## %s\n\n<details><summary>%s</summary>".formatted(heading, hint),
                "<details><summary><h2>%s</h2> <span>%s</span></summary>"
                        .formatted(Words.inline(heading), Words.inline(hint)));
        content.accept(this);
        return add("</details>", "</details>");
    }

    <T> Document table(List<String> columns, Collection<T> rows, Function<T, List<Cell>> row) {
        List<List<Cell>> cells = rows.stream().map(row).toList();
        String head = IntStream.range(0, columns.size())
                .mapToObj(i -> (cells.stream().allMatch(of -> of.get(i).isNumber()) ? "<th class=\"number\">" : "<th>")
                        + Words.inline(columns.get(i)))
                .collect(Collectors.joining());
        String body = cells.stream()
                .map(of -> of.stream().map(Cell::html).collect(Collectors.joining("", "<tr>", "\n")))
                .collect(Collectors.joining());
        List<String> lines = new ArrayList<>(
                List.of(line(columns.stream()), line(columns.stream().map(_ -> "---"))));
        cells.forEach(of -> lines.add(line(of.stream().map(Cell::markdown))));
        return add(String.join("\n", lines), """
                <div class="scroll" tabindex="0"><table><thead><tr>%s</thead><tbody>
                %s</tbody></table></div>""".formatted(head, body));
    }

    /** Adds drawings, side by side where the page is wide enough. */
    Document drawings(List<Svg.Drawing> drawings) {
        return drawings.isEmpty()
                ? this
                : add(
                        drawings.stream()
                                .map(one -> "*Drawn in the HTML report: " + one.caption() + "*")
                                .collect(Collectors.joining("\n\n")),
                        drawings.stream()
                                .map(Svg.Drawing::html)
                                .collect(Collectors.joining("\n", "<div class=\"figures\">", "</div>")));
    }

    /** A table cell. The tone sets its colour. The text must be clear to readers who cannot see the colour. */
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
            return new Cell((text + (good ? " ✓" : " ✗")).strip(), good ? Tone.GOOD : Tone.BAD);
        }

        static List<Cell> row(Cell last, String... texts) {
            return Stream.concat(Stream.of(texts).map(Cell::of), Stream.of(last))
                    .toList();
        }

        private String markdown() {
            String escaped = text.replace("|", "\\|").replaceAll("\\R", " ");
            return tone == Tone.BAD ? "**" + escaped + "**" : escaped;
        }

        private boolean isNumber() {
            return NUMBER.matcher(text).find();
        }

        private String html() {
            String colour = tone == Tone.PLAIN ? "" : tone.name().toLowerCase(Locale.ROOT);
            String shape = isNumber() ? " number" : text.length() > LONG ? " long" : "";
            String classes = (colour + shape).strip();
            return (classes.isEmpty() ? "<td>" : "<td class=\"" + classes + "\">") + Words.inline(text);
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

    static String line(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |"));
    }
}
