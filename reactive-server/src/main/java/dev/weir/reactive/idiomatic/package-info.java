/**
 * Serves downloads, listings and event streams as Spring's reference documentation shows, for comparison with
 * {@link dev.weir.reactive.tuned}. Uses the same throttle, file catalogue and event log as that package, but no class
 * of Netty. {@code docs/idiomatic.md} lists the contract tests that fail here.
 */
@NullMarked
package dev.weir.reactive.idiomatic;

import org.jspecify.annotations.NullMarked;
