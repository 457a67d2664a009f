/**
 * Pure functions that compute ratios with confidence intervals, slopes and findings from measurements.
 *
 * <p>The machine's speed changes, so absolute figures of two runs cannot be compared. A comparison therefore takes
 * {@link dev.weir.perf.stats.Ratio.Block}s, rounds in which each contender runs once. It yields a
 * {@link dev.weir.perf.stats.Ratio} and a {@link dev.weir.perf.stats.Finding}.
 */
@NullMarked
package dev.weir.perf.stats;

import org.jspecify.annotations.NullMarked;
