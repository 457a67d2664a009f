package dev.weir.perf.stats;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

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

    /** One measured count. */
    public record Point(double x, double y) {}

    /** None of fewer than six different counts. */
    public static Optional<Slope> of(List<Point> points) {
        return points.stream().mapToDouble(Point::x).distinct().count() < FEWEST
                ? Optional.empty()
                : Optional.of(fit(points));
    }

    private static Slope fit(List<Point> points) {
        double meanX = mean(points.stream().map(Point::x).toList());
        double meanY = mean(points.stream().map(Point::y).toList());
        List<Point> centred = points.stream()
                .map(point -> new Point(point.x() - meanX, point.y() - meanY))
                .toList();
        double squaresX = sum(centred, point -> point.x() * point.x());
        double slope = sum(centred, point -> point.x() * point.y()) / squaresX;
        double squaresY = sum(centred, point -> point.y() * point.y());
        double residual = sum(centred, point -> square(point.y() - slope * point.x()));
        int freedom = points.size() - 2;
        double reach = StudentT.twoSided(0.95, freedom) * Math.sqrt(residual / freedom / squaresX);
        // Of values that are all equal a flat line leaves nothing unexplained.
        double rSquared = squaresY == 0 ? 1 : 1 - residual / squaresY;
        return new Slope(slope, meanY - slope * meanX, rSquared, slope - reach, slope + reach);
    }

    private static double mean(List<Double> values) {
        return values.stream().collect(Collectors.averagingDouble(Double::doubleValue));
    }

    private static double sum(List<Point> points, ToDoubleFunction<Point> of) {
        return points.stream().mapToDouble(of).sum();
    }

    private static double square(double value) {
        return value * value;
    }
}
