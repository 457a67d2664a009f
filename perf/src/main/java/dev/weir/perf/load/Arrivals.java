package dev.weir.perf.load;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * The plan of an open load. The seed fixes the intended start of each request before the first request is sent.
 *
 * <p>Every iteration gives the same instants, so a reader of the results can compute the plan again.
 *
 * @param perSecond the mean number of requests a second
 * @param poisson whether the gaps are random; otherwise they are equal, and the seed is unused
 */
public record Arrivals(double perSecond, boolean poisson, long seed) {
    public static Arrivals constant(double perSecond) {
        return new Arrivals(perSecond, false, 0);
    }

    public static Arrivals poisson(double perSecond, long seed) {
        return new Arrivals(perSecond, true, seed);
    }

    public LongStream offsetsNanos() {
        if (!poisson) {
            return LongStream.iterate(0, i -> i + 1).map(i -> (long) (i * 1e9 / perSecond));
        }
        double perNano = perSecond / 1e9;
        SplittableRandom random = new SplittableRandom(seed);
        return DoubleStream.iterate(gap(random, perNano), at -> at + gap(random, perNano))
                .mapToLong(at -> (long) at);
    }

    private static double gap(SplittableRandom random, double perNano) {
        return -Math.log1p(-random.nextDouble()) / perNano;
    }

    /** Passes on the starts in the first {@code length} of the load. */
    public void within(Duration length, LongConsumer each) {
        offsetsNanos().takeWhile(offset -> offset < length.toNanos()).forEach(each);
    }
}
