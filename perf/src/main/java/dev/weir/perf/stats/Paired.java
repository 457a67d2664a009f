package dev.weir.perf.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a ratio is made of: for each block of a run the trial of the baseline and the trial of the other contender, which
 * met the same state of the machine.
 */
public record Paired(List<Block> blocks) {
    public Paired {
        blocks = List.copyOf(blocks);
    }

    /** One block's two trials. */
    public record Block(Trial baseline, Trial other) {
        double logRatio() {
            return Math.log(other.value() / baseline.value());
        }

        private boolean comparable() {
            return baseline.positive() && other.positive();
        }
    }

    /** One fresh process under load, in the parts of its measured window. */
    public record Trial(List<Slice> slices) {
        public Trial {
            slices = List.copyOf(slices);
        }

        /** A trial that was measured as a whole. */
        public static Trial of(double value) {
            return new Trial(List.of(new Slice(value, 1)));
        }

        /** Slice by slice what was spent, and on how much work. */
        public static Trial of(double[] costs, double[] works) {
            if (costs.length != works.length) {
                throw new IllegalArgumentException(costs.length + " costs of " + works.length + " works");
            }
            List<Slice> slices = new ArrayList<>(costs.length);
            for (int i = 0; i < costs.length; i++) {
                slices.add(new Slice(costs[i], works[i]));
            }
            return new Trial(slices);
        }

        /** Cost for each unit of work, over the whole window: a slice weighs as much as the work it did. */
        public double value() {
            double cost = slices.stream().mapToDouble(Slice::cost).sum();
            return cost / slices.stream().mapToDouble(Slice::work).sum();
        }

        private boolean positive() {
            double value = value();
            return value > 0 && Double.isFinite(value);
        }
    }

    /**
     * A part of a trial's window.
     *
     * @param cost in the metric's unit, such as seconds of CPU
     * @param work such as operations
     */
    public record Slice(double cost, double work) {}

    /** Whether there is a ratio at all: at least one block, and each trial's value is a positive number. */
    public boolean comparable() {
        return !blocks.isEmpty() && blocks.stream().allMatch(Block::comparable);
    }

    /** The geometric mean over the blocks of other / baseline, which a single block has too. */
    public OptionalDouble ratio() {
        return comparable()
                ? OptionalDouble.of(Math.exp(
                        blocks.stream().mapToDouble(Block::logRatio).average().orElseThrow()))
                : OptionalDouble.empty();
    }
}
