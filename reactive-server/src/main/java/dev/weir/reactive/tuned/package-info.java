/**
 * Answers downloads, listings, event streams and polls. Bypasses WebFlux where a benchmark showed that this is cheaper.
 * {@link dev.weir.reactive.tuned.netty} writes the bodies.
 */
@NullMarked
package dev.weir.reactive.tuned;

import org.jspecify.annotations.NullMarked;
