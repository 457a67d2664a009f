package dev.weir.perf.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** Horizontal bars from zero, each with a part that is paler and perhaps a mark where it was predicted to end. */
record BarChart(String title, List<Bar> bars, DoubleFunction<String> format) {
    private static final int WIDTH = 760;
    private static final int LEFT = 170;
    private static final int RIGHT = 90;
    private static final int STEP = 34;
    private static final int THICKNESS = 20;
    private static final double PALE = 0.35;

    /**
     * @param pale of the value, counted from the left
     * @param predicted drawn as a line across the bar
     */
    record Bar(String label, String colour, double value, double pale, OptionalDouble predicted) {}

    String svg() {
        int height = STEP * bars.size() + 8;
        Svg svg = new Svg(WIDTH, height, title).line(LEFT, 0, LEFT, height, Palette.GRID, 1);
        for (int i = 0; i < bars.size(); i++) {
            draw(svg, bars.get(i), i * STEP + 8.0);
        }
        return svg.toString();
    }

    private void draw(Svg svg, Bar bar, double y) {
        double middle = y + THICKNESS * 0.7;
        svg.text(LEFT - 8.0, middle, "end", bar.label())
                .rectangle(LEFT, y, length(bar.pale()), THICKNESS, bar.colour(), PALE)
                .rectangle(LEFT + length(bar.pale()), y, length(bar.value() - bar.pale()), THICKNESS, bar.colour(), 1);
        bar.predicted().ifPresent(predicted -> {
            double x = LEFT + length(predicted);
            svg.line(x, y - 4, x, y + THICKNESS + 4, Palette.INK, 2);
        });
        double end = Math.max(bar.value(), bar.predicted().orElse(0));
        svg.text(LEFT + length(end) + 8, middle, "start", format.apply(bar.value()));
    }

    private double length(double value) {
        double largest = bars.stream()
                .mapToDouble(bar -> Math.max(bar.value(), bar.predicted().orElse(0)))
                .max()
                .orElse(1);
        return largest == 0 ? 0 : value / largest * (WIDTH - LEFT - RIGHT);
    }
}
