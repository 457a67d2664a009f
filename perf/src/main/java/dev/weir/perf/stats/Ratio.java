package dev.weir.perf.stats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.AlternativeHypothesis;
import org.apache.commons.math3.stat.inference.BinomialTest;

/**
 * How many times the baseline's value the other contender's is, with 95 % and 90 % confidence intervals by Student's t
 * on the logarithms of the blocks' ratios.
 *
 * <p>Rejected: a hierarchical bootstrap-t over blocks and slices, whose intervals held the truth too seldom where one
 * trial in five costs twice as much, as on a machine with neighbours.
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
    /** With fewer blocks a single slow trial would decide. */
    private static final int FEWEST = 4;

    /** Of logarithms, and far below what any measurement tells apart. */
    private static final double ROUNDING = 1e-12;

    /** The values of two contenders whose trials met the same state of the machine. */
    public record Block(double baseline, double other) {
        private double logRatio() {
            return Math.log(other / baseline);
        }
    }

    /** None of fewer than four blocks, or where a value is not a positive number. */
    public static Optional<Ratio> of(List<Block> blocks) {
        return blocks.size() < FEWEST || !comparable(blocks) ? Optional.empty() : Optional.of(comparing(blocks));
    }

    /** The geometric mean of other / baseline, which a single block has too; none where a value is not positive. */
    public static OptionalDouble value(List<Block> blocks) {
        return comparable(blocks) ? OptionalDouble.of(Math.exp(StatUtils.mean(logs(blocks)))) : OptionalDouble.empty();
    }

    private static boolean comparable(List<Block> blocks) {
        return !blocks.isEmpty()
                && blocks.stream()
                        .allMatch(block -> block.baseline > 0 && block.other > 0 && Double.isFinite(block.logRatio()));
    }

    private static double[] logs(List<Block> blocks) {
        return blocks.stream().mapToDouble(Block::logRatio).toArray();
    }

    private static Ratio comparing(List<Block> blocks) {
        double[] logs = logs(blocks);
        double mean = StatUtils.mean(logs);
        double error = Math.sqrt(StatUtils.variance(logs) / logs.length);
        TDistribution student = new TDistribution(logs.length - 1);
        double reach = error < ROUNDING ? 0 : error * student.inverseCumulativeProbability(0.975);
        double reach90 = error < ROUNDING ? 0 : error * student.inverseCumulativeProbability(0.95);
        double probability = Math.abs(mean) < ROUNDING
                ? 1
                : 2 * student.cumulativeProbability(-Math.abs(mean) / Math.max(error, ROUNDING));
        return new Ratio(
                Math.exp(mean),
                Math.exp(mean - reach),
                Math.exp(mean + reach),
                Math.exp(mean - reach90),
                Math.exp(mean + reach90),
                probability,
                logs.length);
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
