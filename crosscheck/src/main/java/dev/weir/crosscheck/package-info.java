/**
 * Checks the load generator. {@code stall} compares the latencies of a suspended server with a prediction.
 * {@code crosscheck} compares the generator's figures with those of other load generators.
 */
@NullMarked
package dev.weir.crosscheck;

import org.jspecify.annotations.NullMarked;
