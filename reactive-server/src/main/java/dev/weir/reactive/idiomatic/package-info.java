/**
 * Serves downloads, listings and event streams as Spring's reference documentation shows, for comparison with
 * {@link dev.weir.reactive.tuned}. Uses the same throttle, catalogue and event log, but no class of Netty.
 * {@code docs/idiomatic.md} lists the tests that this style fails.
 */
@NullMarked
package dev.weir.reactive.idiomatic;

import org.jspecify.annotations.NullMarked;
