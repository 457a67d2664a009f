package dev.weir.perf.load;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** The start times of requests in an open-loop load: at equal intervals, or at random (Poisson process). */
public record Arrivals(double perSecond, boolean poisson, long seed) {
    public static Arrivals constant(double perSecond) {
        return new Arrivals(perSecond, false, 0);
    }

    public static Arrivals poisson(double perSecond, long seed) {
        return new Arrivals(perSecond, true, seed);
    }

    public Arrivals times(double share) {
        return new Arrivals(share * perSecond, poisson, seed);
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

    /** Calls {@code each} with every start time before {@code length}, in nanoseconds since the start of the load. */
    public void within(Duration length, LongConsumer each) {
        offsetsNanos().takeWhile(offset -> offset < length.toNanos()).forEach(each);
    }
}
