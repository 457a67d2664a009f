/**
 * Says how sure a comparison is: pure functions from what was measured to ratios with intervals, and to findings.
 *
 * <p>Absolute figures of two runs cannot be compared on a noisy machine, so everything starts from {@link
 * dev.weir.perf.stats.Ratio.Block}: both contenders, block by block. {@link dev.weir.perf.stats.Ratio} is what a report
 * shows, {@link dev.weir.perf.stats.Finding} what may be said of it.
 */
@NullMarked
package dev.weir.perf.stats;

import org.jspecify.annotations.NullMarked;
