/**
 * Pure functions for statistics: ratios with confidence intervals, slopes and findings. The machine's speed changes, so
 * a comparison uses {@link dev.weir.perf.stats.Ratio.Block}s: rounds in which each server is measured once.
 */
@NullMarked
package dev.weir.perf.stats;

import org.jspecify.annotations.NullMarked;
