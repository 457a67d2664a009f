package dev.weir.perf.load;

import java.time.Duration;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * The plan of an open load: when each request is meant to start, settled by the seed before anything is sent.
 *
 * <p>Every walk through it gives the same instants, so whoever judges a run can compute what it should have been.
 *
 * @param perSecond requests a second, in the mean
 * @param seed of the gaps; of no meaning when they are all equal
 */
public record Arrivals(Shape shape, double perSecond, long seed) {
    /** How the gaps between the starts are spread. */
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

    /** The starts, counted from the beginning of the load; without an end. */
    public PrimitiveIterator.OfLong offsetsNanos() {
        return switch (shape) {
            case CONSTANT ->
                LongStream.iterate(0, i -> i + 1)
                        .map(i -> (long) (i * 1e9 / perSecond))
                        .iterator();
            case POISSON -> new Poisson(perSecond / 1e9, new SplittableRandom(seed));
        };
    }

    /** The starts that lie in the first {@code length} of the load. */
    public void within(Duration length, LongConsumer each) {
        PrimitiveIterator.OfLong offsets = offsetsNanos();
        for (long offset = offsets.nextLong(); offset < length.toNanos(); offset = offsets.nextLong()) {
            each.accept(offset);
        }
    }

    /** Gaps without memory: exponential ones. */
    private static final class Poisson implements PrimitiveIterator.OfLong {
        private final double perNano;
        private final SplittableRandom random;
        private double atNanos;

        Poisson(double perNano, SplittableRandom random) {
            this.perNano = perNano;
            this.random = random;
        }

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public long nextLong() {
            atNanos -= Math.log1p(-random.nextDouble()) / perNano;
            return (long) atNanos;
        }
    }
}
