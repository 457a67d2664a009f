/**
 * Answers downloads, listings, event streams and long polls. Bypasses WebFlux where a benchmark showed that this saves
 * memory or time. {@link dev.weir.reactive.tuned.netty} writes the response bodies.
 */
@NullMarked
package dev.weir.reactive.tuned;

import org.jspecify.annotations.NullMarked;
