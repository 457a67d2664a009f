/**
 * Pure functions: slopes, ratios with confidence intervals, and conclusions from ratios. The machine's speed varies, so
 * servers are compared within rounds ({@link dev.weir.perf.stats.Ratio.Block}). A round measures each server once.
 */
@NullMarked
package dev.weir.perf.stats;

import org.jspecify.annotations.NullMarked;
