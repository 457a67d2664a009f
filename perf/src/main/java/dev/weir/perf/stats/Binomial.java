package dev.weir.perf.stats;

import java.util.stream.IntStream;

/** The exact two-sided test of a count of successes, as of A/A intervals that hold the true ratio of one. */
public final class Binomial {
    private static final double SIGNIFICANT = 0.05;
    /** Two counts that are equally probable may differ by rounding. */
    private static final double ROUNDING = 1 + 1e-7;

    private Binomial() {}

    /** Whether so many of the 95 % intervals hold the truth as should: not too few, which deceives, nor too many. */
    public static boolean consistent(int holding, int intervals) {
        return probability(holding, intervals, 0.95) > SIGNIFICANT;
    }

    /** That of a count which is at most as probable as the one seen. */
    static double probability(int successes, int trials, double chance) {
        if (successes < 0 || successes > trials) {
            throw new IllegalArgumentException(successes + " of " + trials);
        }
        double seen = logMass(successes, trials, chance) + Math.log(ROUNDING);
        double sum = IntStream.rangeClosed(0, trials)
                .mapToDouble(count -> logMass(count, trials, chance))
                .filter(mass -> mass <= seen)
                .map(Math::exp)
                .sum();
        return Math.min(1, sum);
    }

    private static double logMass(int successes, int trials, double chance) {
        double ways = IntStream.rangeClosed(1, successes)
                .mapToDouble(i -> Math.log((double) (trials - successes + i) / i))
                .sum();
        return ways + successes * Math.log(chance) + (trials - successes) * Math.log1p(-chance);
    }
}
