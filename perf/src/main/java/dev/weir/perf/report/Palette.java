package dev.weir.perf.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The look of a server in drawings. Each model has a colour and a marker. Each variant of a model has other dashes. So
 * readers who see no colours can tell servers apart, too.
 *
 * @param colour a CSS class in {@code page.html}
 * @param dashes the dashes of its lines; "none" if they are whole
 * @param marker the marker around a point, as an SVG path
 */
record Palette(String colour, String dashes, String marker, boolean hollow) {
    private static final String IDIOMATIC = "-idiomatic";
    private static final List<List<String>> MODELS = List.of(
            List.of("nginx", "nchan", "stock", "stock-corretto", "sleeping"),
            List.of("reactive", "reactive-ec"),
            List.of("async"),
            List.of("virtual"),
            List.of("blocking"),
            List.of("blocking-many"));
    private static final List<String> MARKERS = List.of(
            "m-4 -4l8 8m0 -8l-8 8",
            "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
            "m-3.5 -3.5h7v7h-7z",
            "m0 -4.5l4.5 8h-9z",
            "m0 -5l5 5l-5 5l-5 -5z",
            "m0 4.5l4.5 -8h-9z",
            "m-5 0h10m-5 -5v10");

    static final Comparator<String> ORDER = Comparator.comparingInt(Palette::model)
            .thenComparing(contender -> contender.contains(IDIOMATIC))
            .thenComparing(Comparator.naturalOrder());

    static Palette of(String contender) {
        int model = model(contender);
        boolean idiomatic = contender.contains(IDIOMATIC);
        String variant = contender.replace(IDIOMATIC, "");
        boolean changed =
                model == MODELS.size() || !MODELS.get(model).getFirst().equals(variant);
        String dashes = idiomatic ? "6 3" : changed ? "2 2" : "none";
        return new Palette("k" + model, dashes, MARKERS.get(model), idiomatic || changed);
    }

    /** Returns the look of a second, less important line of the same server: dotted. */
    Palette dotted() {
        return new Palette(colour, "1 3", marker, hollow);
    }

    private static int model(String contender) {
        String plain = contender.replaceFirst("[#+@~!].*", "").replace(IDIOMATIC, "");
        return IntStream.range(0, MODELS.size())
                .filter(model -> MODELS.get(model).contains(plain))
                .findFirst()
                .orElse(MODELS.size());
    }
}
