/**
 * Answers downloads, listings, event streams and polls past WebFlux, where that was measured to be cheaper.
 *
 * <p>The controllers decide who gets an answer, and its status and fields. {@link dev.weir.reactive.tuned.netty} writes
 * the bodies. {@code DirectMethods} calls the controllers without WebFlux's resolution of arguments and results.
 */
@NullMarked
package dev.weir.reactive.tuned;

import org.jspecify.annotations.NullMarked;
