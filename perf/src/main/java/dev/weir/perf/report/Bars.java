package dev.weir.perf.report;

import dev.weir.perf.result.Metric;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A bar for each server: the median of a figure over the trials, their range, and what was predicted.
 *
 * @param most the figure at the right end; charts that stand together have the same
 */
record Bars(String title, Metric.Unit unit, double most, List<Bar> bars) {
    private static final int LEFT = 6;
    private static final int RIGHT = 14;
    private static final int STEP = 36;
    private static final int AXIS = 40;

    record Bar(String label, double value, double least, double most, OptionalDouble predicted) {
        /** Returns the largest figure that the bar shows. */
        double end() {
            return Math.max(most, predicted.orElse(most));
        }

        private String text(Metric.Unit unit) {
            String text = Numbers.of(unit, value);
            return predicted.isPresent() ? text + ", predicted " + Numbers.of(unit, predicted.getAsDouble()) : text;
        }
    }

    String svg() {
        Numbers.Scaled scaled = Numbers.Scaled.of(unit, most);
        Svg.Scale scale =
                new Svg.Scale(0, Math.max(most, 1e-9) / scaled.size(), false, LEFT, Svg.WIDTH - (double) RIGHT);
        double bottom = 8.0 + STEP * bars.size();
        Svg svg = new Svg(bottom + AXIS, title, description());
        for (double tick : scale.ticks(50)) {
            double at = scale.at(tick);
            svg.line(at, 0, at, bottom, Svg.GRID, 1).text(at, bottom + 15, "middle", Svg.plain(tick));
        }
        svg.text(Svg.WIDTH, bottom + 34, "end", scaled.titled(title));
        double y = 0;
        for (Bar bar : bars) {
            draw(svg, scale, scaled.size(), bar, y);
            y += STEP;
        }
        return svg.toString();
    }

    private void draw(Svg svg, Svg.Scale scale, double size, Bar bar, double y) {
        String colour = Palette.of(bar.label).colour();
        double end = scale.at(bar.value / size);
        svg.text(LEFT, y + 14, "start", bar.label)
                .text(Svg.WIDTH, y + 14, "end", bar.text(unit))
                .box(LEFT, y + 20, Math.max(1.5, end - LEFT), 10, colour);
        double low = scale.at(bar.least / size);
        double high = scale.at(bar.most / size);
        if (high - low >= 1) {
            svg.line(low, y + 25, high, y + 25, Svg.INK, 1.5)
                    .line(low, y + 22, low, y + 28, Svg.INK, 1.5)
                    .line(high, y + 22, high, y + 28, Svg.INK, 1.5);
        }
        bar.predicted.ifPresent(predicted -> {
            double at = scale.at(predicted / size);
            svg.line(at, y + 17, at, y + 33, Svg.INK, 2.5);
        });
    }

    private String description() {
        return bars.stream().map(bar -> bar.label + " " + bar.text(unit)).collect(Collectors.joining("; "));
    }
}
