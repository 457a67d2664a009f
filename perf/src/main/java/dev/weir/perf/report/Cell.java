package dev.weir.perf.report;

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

    static Cell judged(String text, boolean good) {
        return new Cell(text + (good ? " ✓" : " ✗"), good ? Tone.GOOD : Tone.BAD);
    }
}
