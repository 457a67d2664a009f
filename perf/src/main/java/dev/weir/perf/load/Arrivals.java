package dev.weir.perf.load;

import java.time.Duration;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * The plan of an open load: the intended start of each request, fixed by the seed before anything is sent.
 *
 * <p>Every iteration gives the same instants, so a reader of the results can compute the plan again.
 *
 * @param perSecond mean number of requests a second
 * @param seed of random gaps; constant gaps ignore it
 */
public record Arrivals(Shape shape, double perSecond, long seed) {
    /** The distribution of the gaps between two starts. */
    public enum Shape {
        CONSTANT,
        POISSON
    }

    public static Arrivals constant(double perSecond) {
        return new Arrivals(Shape.CONSTANT, perSecond, 0);
    }

    public static Arrivals poisson(double perSecond, long seed) {
        return new Arrivals(Shape.POISSON, perSecond, seed);
    }

    /** The starts, counted from the beginning of the load. They have no end. */
    public PrimitiveIterator.OfLong offsetsNanos() {
        double perNano = perSecond / 1e9;
        return switch (shape) {
            case CONSTANT ->
                LongStream.iterate(0, i -> i + 1)
                        .map(i -> (long) (i * 1e9 / perSecond))
                        .iterator();
            // Exponential gaps, which do not depend on each other.
            case POISSON -> {
                SplittableRandom random = new SplittableRandom(seed);
                yield DoubleStream.iterate(gap(random, perNano), at -> at + gap(random, perNano))
                        .mapToLong(at -> (long) at)
                        .iterator();
            }
        };
    }

    private static double gap(SplittableRandom random, double perNano) {
        return -Math.log1p(-random.nextDouble()) / perNano;
    }

    /** Passes on the starts in the first {@code length} of the load. */
    public void within(Duration length, LongConsumer each) {
        PrimitiveIterator.OfLong offsets = offsetsNanos();
        for (long offset = offsets.nextLong(); offset < length.toNanos(); offset = offsets.nextLong()) {
            each.accept(offset);
        }
    }
}
