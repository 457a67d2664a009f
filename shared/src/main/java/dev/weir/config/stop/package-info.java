/** Stops a server: says what is still open, and cuts off what outlives the grace period. */
@NullMarked
package dev.weir.config.stop;

import org.jspecify.annotations.NullMarked;
