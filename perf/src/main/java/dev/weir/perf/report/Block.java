package dev.weir.perf.report;

import java.util.List;
import java.util.stream.Stream;

/** A piece of the report, without a format: said once, written as HTML and as Markdown. */
sealed interface Block {
    record Heading(String text) implements Block {}

    record Paragraph(String text) implements Block {}

    record Items(List<String> items) implements Block {}

    record Table(List<String> columns, List<List<Cell>> rows) implements Block {}

    /** A drawing of figures that stand in a table too, since Markdown leaves the drawing out. */
    record Figure(String caption, String svg) implements Block {}

    /** A table's cell; the tone is for the eye, so the text says it as well. */
    record Cell(String text, Tone tone) {
        enum Tone {
            PLAIN,
            GOOD,
            BAD
        }

        static Cell of(String text) {
            return new Cell(text, Tone.PLAIN);
        }

        /** A row of plain cells and a last one, which may be judged. */
        static List<Cell> row(Cell last, String... texts) {
            return Stream.concat(Stream.of(texts).map(Cell::of), Stream.of(last))
                    .toList();
        }

        static Cell judged(String text, boolean good) {
            return new Cell(text + (good ? " ✓" : " ✗"), good ? Tone.GOOD : Tone.BAD);
        }
    }
}
