package dev.weir.perf.result;

import dev.weir.perf.stats.Finding;
import dev.weir.perf.stats.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * What one contender used in terms of another, under one load.
 *
 * @param load scenario and setting
 * @param value contender / baseline, the geometric mean over the blocks; null where one was not above zero
 * @param blocks in which both trials are valid
 * @param ratio the same with its intervals; null where the blocks are too few for any
 * @param probability of a ratio so far from 1 were there no difference, after Holm's correction over the primary
 *     metrics; 1 without an interval
 */
public record Comparison(
        String load,
        String contender,
        String baseline,
        Metric metric,
        @Nullable Double value,
        int blocks,
        @Nullable Ratio ratio,
        double probability,
        Finding finding) {}
