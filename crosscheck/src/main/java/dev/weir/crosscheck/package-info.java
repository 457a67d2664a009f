/**
 * Checks of the load generator. {@code stall} predicts the latencies of a suspended server. {@code crosscheck} compares
 * the generator's figures with those of other load generators.
 */
@NullMarked
package dev.weir.crosscheck;

import org.jspecify.annotations.NullMarked;
