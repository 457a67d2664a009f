/**
 * Answers downloads, listings and event streams as Spring's reference documentation shows, for comparison with {@link
 * dev.weir.reactive.tuned}. Controllers return a {@code Mono} of a {@code ResponseEntity}, and Spring writes the {@code
 * Flux} inside.
 *
 * <p>Uses the same throttle, catalogue and event log as {@code tuned}, and no class of Netty. {@code docs/idiomatic.md}
 * lists the tests of the contract that this style fails.
 */
@NullMarked
package dev.weir.reactive.idiomatic;

import org.jspecify.annotations.NullMarked;
