/**
 * Answers downloads, listings and event streams as Spring's reference documentation shows, for comparison with {@link
 * dev.weir.reactive.tuned}. Controllers return a {@code Mono} of a {@code ResponseEntity}. Most of these entities
 * contain a {@code Flux}, which Spring writes to the client.
 *
 * <p>Uses the same throttle, catalogue and event log as {@code tuned}. Uses no class of Netty directly. {@code
 * docs/idiomatic.md} lists the tests of the contract that this style fails.
 */
@NullMarked
package dev.weir.reactive.idiomatic;

import org.jspecify.annotations.NullMarked;
