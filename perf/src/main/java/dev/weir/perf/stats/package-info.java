/**
 * Pure functions for statistics: ratios with confidence intervals, slopes and findings. The machine's speed changes, so
 * servers are compared within rounds in which each is measured once ({@link dev.weir.perf.stats.Ratio.Block}).
 */
@NullMarked
package dev.weir.perf.stats;

import org.jspecify.annotations.NullMarked;
