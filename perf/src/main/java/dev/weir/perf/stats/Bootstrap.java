package dev.weir.perf.stats;

import dev.weir.perf.stats.Paired.Block;
import dev.weir.perf.stats.Paired.Slice;
import dev.weir.perf.stats.Paired.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * The hierarchical bootstrap-t of a ratio: how far the geometric mean over the blocks may lie from the true ratio.
 *
 * <p>A resample draws blocks with replacement, then within each drawn trial its slices: variation is repeated at the
 * levels where it arises (Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013). The means of the
 * resamples alone, the percentile bootstrap, would not do. With five to ten blocks they spread too little, by (n-1)/n and
 * for want of Student's t; and where slices differ much they spread too far, for the difference between blocks already
 * holds that of the slices (Davison and Hinkley, "Bootstrap Methods and their Application", 3.8).
 *
 * <p>So each resample's mean log ratio is divided by its own standard error, and the quantiles of that stand where a
 * textbook has those of Student's t (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, 12.5).
 * Whatever widens the resamples widens their standard errors as well, and cancels; slices may even depend on one
 * another. It costs little: with ten blocks the interval is about as wide as Student's, with five it is wider.
 */
public final class Bootstrap {
    private static final int RESAMPLES = 10_000;
    /** Keeps a rank that is a whole number from being rounded down. */
    private static final double ROUNDING = 1e-9;

    private final Estimate observed;
    /** How many of its standard errors each resample lies above what was observed, in ascending order. */
    private final double[] studentised;

    private Bootstrap(Estimate observed, double[] studentised) {
        this.observed = observed;
        this.studentised = studentised;
    }

    /** The same for equal input and seed; none of a single block or where a value is not positive. */
    public static Optional<Bootstrap> of(Paired paired, long seed) {
        return of(paired, seed, RESAMPLES);
    }

    static Optional<Bootstrap> of(Paired paired, long seed, int resamples) {
        List<Block> blocks = paired.blocks();
        if (blocks.size() < 2 || !paired.comparable()) {
            return Optional.empty();
        }
        Estimate observed =
                Estimate.of(blocks.stream().mapToDouble(Block::logRatio).toArray());
        SplittableRandom random = new SplittableRandom(seed);
        double[] studentised = DoubleStream.generate(
                        () -> Estimate.of(resample(blocks, random)).errorsAbove(observed.mean()))
                .limit(resamples)
                .sorted()
                .toArray();
        return Optional.of(new Bootstrap(observed, studentised));
    }

    /** The geometric mean over the blocks of other / baseline. */
    public double ratio() {
        return Math.exp(observed.mean());
    }

    /** Where the true ratio is, with a confidence such as 0.95; from zero or to infinity if the blocks are too few. */
    public Ratio.Interval interval(double confidence) {
        int rank = Math.max(1, (int) ((studentised.length + 1) * (1 - confidence) / 2 + ROUNDING));
        return new Ratio.Interval(bound(studentised[studentised.length - rank]), bound(studentised[rank - 1]));
    }

    private double bound(double errors) {
        return observed.error() == 0 ? ratio() : Math.exp(observed.mean() - errors * observed.error());
    }

    /**
     * How probable a ratio so far from one is, on either side, if the true one is one. At most 1 - c exactly when the
     * interval with confidence c excludes one.
     */
    public double probabilityOfOne() {
        double errors = observed.errorsAbove(0);
        long above = Arrays.stream(studentised).filter(value -> value >= errors).count();
        long below = Arrays.stream(studentised).filter(value -> value <= errors).count();
        return Math.min(1, 2.0 * (Math.min(above, below) + 1) / (studentised.length + 1));
    }

    private static double[] resample(List<Block> blocks, SplittableRandom random) {
        double[] logRatios = new double[blocks.size()];
        for (int i = 0; i < logRatios.length; i++) {
            Block block = blocks.get(random.nextInt(logRatios.length));
            double baseline = resample(block.baseline(), random);
            logRatios[i] = Math.log(resample(block.other(), random) / baseline);
        }
        return logRatios;
    }

    /** The trial's value, had its slices been others; drawn again when all of the draw did nothing or cost nothing. */
    private static double resample(Trial trial, SplittableRandom random) {
        List<Slice> slices = trial.slices();
        double cost;
        double work;
        do {
            cost = 0;
            work = 0;
            for (int i = 0; i < slices.size(); i++) {
                Slice slice = slices.get(random.nextInt(slices.size()));
                cost += slice.cost();
                work += slice.work();
            }
        } while (cost <= 0 || work <= 0);
        return cost / work;
    }

    /** The mean of a few independent values, and its standard error. */
    record Estimate(double mean, double error) {
        /** Of logarithms, and far below what any measurement tells apart. */
        private static final double ROUNDING = 1e-12;

        static Estimate of(double[] values) {
            int count = values.length;
            double mean = Arrays.stream(values).sum() / count;
            double squares = Arrays.stream(values)
                    .map(value -> (value - mean) * (value - mean))
                    .sum();
            double error = Math.sqrt(squares / (count - 1) / count);
            return new Estimate(mean, error < ROUNDING ? 0 : error);
        }

        /** How many standard errors the mean lies above a value; without any spread that is infinitely many, or none. */
        double errorsAbove(double value) {
            double above = mean - value;
            return Math.abs(above) < ROUNDING ? 0 : above / error;
        }
    }
}
