/**
 * Downloads and event streams as Spring's reference documentation shows them: controllers return {@code Mono} and {@code
 * ResponseEntity}, and Spring writes the {@code Flux} inside. For comparison with {@link dev.weir.reactive.tuned}.
 *
 * <p>Uses the same throttle, catalogue and event log as {@code tuned}, and nothing of Netty. {@code docs/idiomatic.md}
 * lists the tests of the contract that this style fails.
 */
@NullMarked
package dev.weir.reactive.idiomatic;

import org.jspecify.annotations.NullMarked;
