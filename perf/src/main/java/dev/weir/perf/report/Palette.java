package dev.weir.perf.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The look of a server in drawings: its colour (CSS class of {@code page.html}), the dashes of its lines ("none" for
 * whole lines), and its marker (SVG path), which is filled or hollow. Each threading model has its own marker, and each
 * variant of a model has its own dashes. Servers of other projects share a marker, and differ by dashes. So readers can
 * tell servers apart without colours.
 */
record Palette(String colour, String dashes, String marker, boolean hollow) {
    private static final String IDIOMATIC = "-idiomatic";
    private static final String JETTY = "-jetty";
    /** Line dashes. The main server of a threading model has the first value. All other servers have other values. */
    private static final List<String> DASHES = List.of("none", "2 2", "9 3", "9 3 2 3", "4 4", "12 4", "2 6");

    private static final List<List<String>> MODELS = List.of(
            List.of("nginx,nchan,stock,stock-corretto,sleeping,sleeping-virtual,sleeping-synchronized".split(",", -1)),
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
            .thenComparing(contender -> contender.contains(IDIOMATIC) || contender.contains(JETTY))
            .thenComparing(Comparator.naturalOrder());

    /** Returns a server's look. Servers in {@code all} that {@link #MODELS} lacks get colours k6 to k11, by name. */
    static Palette of(String contender, Collection<String> all) {
        int model = model(contender);
        if (model == MODELS.size()) {
            List<String> joined =
                    all.stream().filter(one -> model(one) == model).sorted().toList();
            int place = Math.max(0, joined.indexOf(contender)) % (DASHES.size() - 1);
            return new Palette("k" + (model + place), DASHES.get(1 + place), MARKERS.get(model), true);
        }
        String dashes = dashes(contender, MODELS.get(model));
        return new Palette("k" + model, dashes, MARKERS.get(model), !dashes.equals(DASHES.getFirst()));
    }

    private static String dashes(String contender, List<String> ofModel) {
        int variant = ofModel.indexOf(contender);
        return contender.contains(IDIOMATIC)
                ? "6 3"
                : contender.contains(JETTY) ? "6 3 2 3" : DASHES.get(variant < 0 ? 1 : variant);
    }

    Palette dotted() {
        return new Palette(colour, "1 3", marker, hollow);
    }

    private static int model(String contender) {
        String plain =
                contender.replaceFirst("[#+@~!].*", "").replace(IDIOMATIC, "").replace(JETTY, "");
        return IntStream.range(0, MODELS.size())
                .filter(model -> MODELS.get(model).contains(plain))
                .findFirst()
                .orElse(MODELS.size());
    }
}
