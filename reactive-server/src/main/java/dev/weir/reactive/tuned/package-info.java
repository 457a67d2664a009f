/**
 * Downloads, event streams and polls as they go past WebFlux, and the controllers' methods that it does not call itself.
 *
 * <p>The controllers here decide who is answered and with what. {@link dev.weir.reactive.tuned.netty} writes it.
 */
@NullMarked
package dev.weir.reactive.tuned;

import org.jspecify.annotations.NullMarked;
