package dev.weir.perf.stats;

import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * A line fitted by least squares. {@code low} is the lower bound of the slope's 95 % confidence interval.
 * {@code rSquared} is 1 if all points lie on the line, and NaN if all points have the same y.
 */
public record Slope(double slope, double intercept, double low, double rSquared) {
    public record Point(double x, double y) {}

    /** Fits a line. Returns empty if the points have fewer than {@code fewest} different values of x. */
    public static Optional<Slope> of(List<Point> points, int fewest) {
        if (points.stream().mapToDouble(Point::x).distinct().count() < fewest) {
            return Optional.empty();
        }
        SimpleRegression line = new SimpleRegression();
        points.forEach(point -> line.addData(point.x(), point.y()));
        double low = line.getSlope() - line.getSlopeConfidenceInterval();
        return Optional.of(new Slope(line.getSlope(), line.getIntercept(), low, line.getRSquare()));
    }
}
