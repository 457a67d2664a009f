/**
 * Why the generator can be believed: what a stall must do to it, and what other generators say of the same server.
 *
 * <p>These are controls of the instrument, not comparisons of the models; they have results of their own.
 */
@NullMarked
package dev.weir.perf.control;

import org.jspecify.annotations.NullMarked;
