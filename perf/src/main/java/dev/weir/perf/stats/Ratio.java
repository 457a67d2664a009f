package dev.weir.perf.stats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.AlternativeHypothesis;
import org.apache.commons.math3.stat.inference.BinomialTest;

/**
 * The cost of one server divided by that of another: the geometric mean over several {@link Block}s. The 95 % and 90 %
 * confidence intervals use Student's t on the logarithms of the blocks' ratios. A hierarchical bootstrap-t was
 * rejected: on a shared machine, its intervals contained the true ratio too seldom.
 *
 * @param probabilityOfEqual the p-value of the hypothesis that the true ratio lies in {@link Finding#BAND}, before
 *     {@link Finding#holm} adjusts it; below 5 % if and only if the whole 95 % interval lies outside of this band
 */
public record Ratio(
        double value, double low, double high, double low90, double high90, double probabilityOfEqual, int blocks) {
    public static final int FEWEST = 4;

    /** A standard error (of logarithms) below this value is a rounding error, and counts as zero. */
    private static final double ROUNDING = 1e-12;

    /** The costs of two servers in the same round of trials, so that the machine was in a similar state for both. */
    public record Block(double baseline, double other) {
        private double logRatio() {
            return Math.log(other / baseline);
        }
    }

    /** Returns the ratio; empty with fewer than four blocks, or if a cost is not a positive number. */
    public static Optional<Ratio> of(List<Block> blocks) {
        return blocks.size() < FEWEST || !comparable(blocks) ? Optional.empty() : Optional.of(comparing(blocks));
    }

    /** Returns the geometric mean of other / baseline; empty without blocks, or if a cost is not a positive number. */
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
        double beyondBand = Math.abs(mean) - Math.log(Finding.BAND.high());
        double probability = 2 * student.cumulativeProbability(-beyondBand / Math.max(error, ROUNDING));
        return new Ratio(
                Math.exp(mean),
                Math.exp(mean - reach),
                Math.exp(mean + reach),
                Math.exp(mean - reach90),
                Math.exp(mean + reach90),
                Math.min(1, probability),
                logs.length);
    }

    public Interval interval() {
        return new Interval(low, high);
    }

    public Interval interval90() {
        return new Interval(low90, high90);
    }

    public record Interval(double low, double high) {
        public boolean contains(double value) {
            return low <= value && value <= high;
        }

        public boolean within(Interval outer) {
            return outer.low <= low && high <= outer.high;
        }

        /**
         * Returns whether it is plausible that {@code holding} confidence intervals out of {@code intervals} contain
         * the true value, if each does so with a probability of 95 % (binomial test, 5 % level).
         */
        public static boolean consistent(int holding, int intervals) {
            return !new BinomialTest().binomialTest(intervals, holding, 0.95, AlternativeHypothesis.TWO_SIDED, 0.05);
        }
    }
}
