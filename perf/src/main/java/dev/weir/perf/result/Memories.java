package dev.weir.perf.result;

import dev.weir.perf.stats.Slope;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Figures of memory: what one connection more costs, as the slope over many counts of connections. */
final class Memories {
    private Memories() {}

    static OptionalDouble slope(Evidence evidence, Raw.Series of) {
        List<Double> connections = evidence.series(Raw.Series.CONNECTIONS);
        List<Double> bytes = evidence.series(of);
        if (bytes.size() != connections.size()) {
            return OptionalDouble.empty();
        }
        List<Slope.Point> points = new ArrayList<>();
        for (int i = 0; i < bytes.size(); i++) {
            points.add(new Slope.Point(connections.get(i), bytes.get(i)));
        }
        return Slope.of(points).map(line -> OptionalDouble.of(line.slope())).orElseGet(OptionalDouble::empty);
    }
}
