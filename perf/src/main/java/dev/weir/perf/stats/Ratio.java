package dev.weir.perf.stats;

import java.util.Optional;
import org.apache.commons.math3.stat.inference.AlternativeHypothesis;
import org.apache.commons.math3.stat.inference.BinomialTest;

/**
 * How many times the baseline's value the other contender's is, with 95 % and 90 % confidence intervals.
 *
 * @param value the geometric mean over the blocks
 * @param low of the 95 % interval
 * @param high of the 95 % interval
 * @param low90 of the 90 % interval, which two one-sided tests at 5 % need
 * @param high90 of the 90 % interval
 * @param probabilityOfOne of a ratio so far from one, were there no difference; one of several is to be adjusted by
 *     {@link Holm}
 * @param blocks how many there are
 */
public record Ratio(
        double value, double low, double high, double low90, double high90, double probabilityOfOne, int blocks) {
    /** None where there is no interval: of one block, of values that are not positive, of too few blocks to bound it. */
    public static Optional<Ratio> of(Paired paired, long seed) {
        return Bootstrap.of(paired, seed)
                .map(bootstrap -> of(bootstrap, paired.blocks().size()))
                .filter(ratio -> ratio.low > 0 && ratio.high < Double.POSITIVE_INFINITY);
    }

    private static Ratio of(Bootstrap bootstrap, int blocks) {
        Interval wide = bootstrap.interval(0.95);
        Interval narrow = bootstrap.interval(0.90);
        return new Ratio(
                bootstrap.ratio(),
                wide.low(),
                wide.high(),
                narrow.low(),
                narrow.high(),
                bootstrap.probabilityOfOne(),
                blocks);
    }

    public Interval interval() {
        return new Interval(low, high);
    }

    public Interval interval90() {
        return new Interval(low90, high90);
    }

    /** What lies between two bounds, both included. */
    public record Interval(double low, double high) {
        public boolean contains(double value) {
            return low <= value && value <= high;
        }

        public boolean within(Interval outer) {
            return outer.low <= low && high <= outer.high;
        }

        /** Whether the two have no value in common. */
        public boolean apartFrom(Interval other) {
            return high < other.low || other.high < low;
        }

        /**
         * Whether so many of the 95 % intervals hold the truth as should, by the exact two-sided test at 5 %: not too few,
         * which deceives, nor too many.
         */
        public static boolean consistent(int holding, int intervals) {
            return !new BinomialTest().binomialTest(intervals, holding, 0.95, AlternativeHypothesis.TWO_SIDED, 0.05);
        }
    }
}
