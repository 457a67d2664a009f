package dev.weir.perf.stats;

import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * What one more costs: the straight line of least squares, as of memory over connections, where what the server needs
 * without any is in the intercept.
 *
 * @param low of the slope's 95 % interval
 * @param high of the slope's 95 % interval
 * @param rSquared the share of the variation that the line explains
 */
public record Slope(double slope, double intercept, double rSquared, double low, double high) {
    /** Of fewer different counts nobody can see whether the line is straight. */
    private static final int FEWEST = 6;

    public record Point(double x, double y) {}

    /** None of fewer than six different counts. */
    public static Optional<Slope> of(List<Point> points) {
        return points.stream().mapToDouble(Point::x).distinct().count() < FEWEST
                ? Optional.empty()
                : Optional.of(fit(points));
    }

    private static Slope fit(List<Point> points) {
        SimpleRegression line = new SimpleRegression();
        points.forEach(point -> line.addData(point.x(), point.y()));
        double reach = line.getSlopeConfidenceInterval(0.05);
        // Of values that are all equal a flat line leaves nothing unexplained.
        double rSquared = line.getTotalSumSquares() == 0 ? 1 : line.getRSquare();
        return new Slope(
                line.getSlope(), line.getIntercept(), rSquared, line.getSlope() - reach, line.getSlope() + reach);
    }
}
