package dev.weir.perf.report;

import java.util.List;
import java.util.stream.Collectors;

/** Writes the report as Markdown; a drawing becomes its caption, its figures stand in a table. */
final class Markdown {
    private Markdown() {}

    static String write(String title, List<Block> blocks) {
        return blocks.stream().map(Markdown::block).collect(Collectors.joining("\n\n", "# " + title + "\n\n", "\n"));
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
