package dev.weir.perf.stats;

import dev.weir.perf.stats.Paired.Block;
import dev.weir.perf.stats.Paired.Slice;
import dev.weir.perf.stats.Paired.Trial;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Runs whose true ratio is known: log-normal noise that a block's two trials share, that each trial has, and that each
 * slice has.
 *
 * @param ratio of other to baseline
 */
record Simulated(double ratio, int blocks, double blockNoise, double trialNoise, double sliceNoise, int slices) {
    Paired run(SplittableRandom random) {
        return new Paired(Stream.generate(() -> block(random)).limit(blocks).toList());
    }

    private Block block(SplittableRandom random) {
        double shared = 3 * Math.exp(blockNoise * random.nextGaussian());
        Trial baseline = trial(shared, random);
        return new Block(baseline, trial(shared * ratio, random));
    }

    private Trial trial(double level, SplittableRandom random) {
        double own = level * Math.exp(trialNoise * random.nextGaussian());
        return new Trial(Stream.generate(() -> slice(own, random)).limit(slices).toList());
    }

    private Slice slice(double level, SplittableRandom random) {
        double work = slices == 1 ? 1 : 900 + random.nextInt(200);
        return new Slice(work * level * Math.exp(sliceNoise * random.nextGaussian()), work);
    }
}
