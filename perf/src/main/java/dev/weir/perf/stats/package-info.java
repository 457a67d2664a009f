/**
 * Pure functions that compute ratios with intervals, slopes and findings from measurements.
 *
 * <p>A noisy machine makes absolute figures of two runs incomparable. A comparison therefore uses {@link
 * dev.weir.perf.stats.Ratio.Block}s, each with the costs of both contenders. The report shows a {@link
 * dev.weir.perf.stats.Ratio} and a {@link dev.weir.perf.stats.Finding}.
 */
@NullMarked
package dev.weir.perf.stats;

import org.jspecify.annotations.NullMarked;
