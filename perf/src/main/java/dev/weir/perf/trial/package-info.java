/**
 * How one trial is run and watched, whatever its load: a fresh server, a check that it does its job, warm-up, slices.
 */
@NullMarked
package dev.weir.perf.trial;

import org.jspecify.annotations.NullMarked;
