package dev.weir.perf.report;

import java.util.List;
import java.util.stream.Collectors;

/** Writes the report as one HTML file: no script, nothing fetched. */
final class Html {
    private static final String STYLE = """
        :root { color-scheme: light; }
        body { font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #fdfdfb; margin: 0 auto; \
        max-width: 72rem; padding: 1.5rem; }
        h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
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
    /** A longer text is wrapped and set as prose. */
    private static final int LONG = 44;

    private Html() {}

    static String write(String title, List<Block> blocks) {
        String body = blocks.stream().map(Html::block).collect(Collectors.joining("\n"));
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

    private static String block(Block block) {
        return switch (block) {
            case Block.Heading(String text) -> "<h2>" + Svg.escape(text) + "</h2>";
            case Block.Paragraph(String text) -> "<p>" + inline(text) + "</p>";
            case Block.Items(List<String> items) ->
                items.stream().map(item -> "<li>" + inline(item)).collect(Collectors.joining("\n", "<ul>", "</ul>"));
            case Block.Table table -> table(table);
            case Block.Figure(String caption, String svg) ->
                "<figure>" + svg + "<figcaption>" + Svg.escape(caption) + "</figcaption></figure>";
        };
    }

    private static String table(Block.Table table) {
        String head = table.columns().stream()
                .map(column -> "<th>" + Svg.escape(column))
                .collect(Collectors.joining());
        String rows = table.rows().stream()
                .map(row -> row.stream().map(Html::cell).collect(Collectors.joining("", "<tr>", "\n")))
                .collect(Collectors.joining());
        return "<div class=\"scroll\"><table><thead><tr>" + head + "</thead><tbody>\n" + rows
                + "</tbody></table></div>";
    }

    private static String cell(Block.Cell cell) {
        String tone = switch (cell.tone()) {
            case PLAIN -> cell.text().length() > LONG ? " class=\"long\"" : "";
            case GOOD -> " class=\"good\"";
            case BAD -> cell.text().length() > LONG ? " class=\"bad long\"" : " class=\"bad\"";
        };
        return "<td" + tone + ">" + inline(cell.text());
    }

    /** Text between backquotes is code, as in Markdown. */
    private static String inline(String text) {
        return Svg.escape(text).replaceAll("`([^`]+)`", "<code>$1</code>");
    }

    /** Writes the report as Markdown; a drawing becomes its caption, its figures stand in a table. */
    static final class Markdown {
        private Markdown() {}

        static String write(String title, List<Block> blocks) {
            return blocks.stream()
                    .map(Markdown::block)
                    .collect(Collectors.joining("\n\n", "# " + title + "\n\n", "\n"));
        }

        private static String block(Block block) {
            return switch (block) {
                case Block.Heading(String text) -> "## " + text;
                case Block.Paragraph(String text) -> text;
                case Block.Items(List<String> items) ->
                    items.stream().map(item -> "- " + item).collect(Collectors.joining("\n"));
                case Block.Table(List<String> columns, List<List<Block.Cell>> rows) ->
                    line(columns) + "\n"
                            + line(columns.stream().map(column -> "---").toList()) + "\n"
                            + rows.stream().map(Markdown::row).collect(Collectors.joining("\n"));
                case Block.Figure(String caption, String svg) -> "*Drawn in the HTML report: " + caption + "*";
            };
        }

        private static String row(List<Block.Cell> cells) {
            return line(cells.stream().map(Markdown::text).toList());
        }

        private static String text(Block.Cell cell) {
            String text = cell.text().replace("|", "\\|").replaceAll("\\R", " ");
            return cell.tone() == Block.Cell.Tone.BAD ? "**" + text + "**" : text;
        }

        private static String line(List<String> cells) {
            return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
        }
    }
}
