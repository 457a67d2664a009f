package dev.weir.perf.stats;

import dev.weir.perf.stats.Ratio.Block;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A simulated run with a known true ratio. Each block has two trials. Log-normal noise changes both trials of a block
 * by the same factor, and each trial by a factor of its own.
 *
 * @param ratio the true cost of the other server, divided by that of the baseline
 * @param slow the share of the trials whose cost is doubled
 */
record Simulated(double ratio, int blocks, double blockNoise, double trialNoise, double slow) {
    List<Block> run(SplittableRandom random) {
        return Stream.generate(() -> block(random)).limit(blocks).toList();
    }

    private Block block(SplittableRandom random) {
        double shared = 3 * Math.exp(blockNoise * random.nextGaussian());
        double baseline = trial(shared, random);
        return new Block(baseline, trial(shared * ratio, random));
    }

    private double trial(double level, SplittableRandom random) {
        double own = level * Math.exp(trialNoise * random.nextGaussian());
        return random.nextDouble() < slow ? 2 * own : own;
    }
}
