package dev.weir.perf.stats;

import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/** A line fitted by least squares. {@code low} and {@code high} bound the 95 % confidence interval of its slope. */
public record Slope(double slope, double intercept, double low, double high) {
    private static final int FEWEST = 6;

    public record Point(double x, double y) {}

    public static Optional<Slope> of(List<Point> points) {
        return points.stream().mapToDouble(Point::x).distinct().count() < FEWEST
                ? Optional.empty()
                : Optional.of(fit(points));
    }

    private static Slope fit(List<Point> points) {
        SimpleRegression line = new SimpleRegression();
        points.forEach(point -> line.addData(point.x(), point.y()));
        double reach = line.getSlopeConfidenceInterval(0.05);
        return new Slope(line.getSlope(), line.getIntercept(), line.getSlope() - reach, line.getSlope() + reach);
    }
}
