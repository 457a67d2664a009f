/**
 * Answers downloads, listings, event streams and polls. Bypasses WebFlux where a benchmark showed that this is cheaper.
 *
 * <p>The controllers decide whether a client gets an answer, and set its status and fields. {@link
 * dev.weir.reactive.tuned.netty} writes the bodies. {@code DirectMethods} calls the controllers directly, so WebFlux
 * does not resolve arguments and handle results.
 */
@NullMarked
package dev.weir.reactive.tuned;

import org.jspecify.annotations.NullMarked;
