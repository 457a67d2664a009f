/**
 * The server on WebFlux and Reactor Netty, which waits with {@code Mono} and {@code Flux}. This package has its main
 * class and its event loops.
 *
 * <p>Each connection belongs to one event loop, which does all its work except file access. Threads named {@code
 * weir-file} look up, open and read files.
 *
 * <p>{@link dev.weir.reactive.netty} has the handlers that guard every connection. {@link dev.weir.reactive.web} has
 * the filters and controllers that both styles use. {@link dev.weir.reactive.tuned} and {@link
 * dev.weir.reactive.idiomatic} are the two styles of answering downloads, listings and event streams: past WebFlux, and
 * as plain WebFlux.
 */
@NullMarked
package dev.weir.reactive;

import org.jspecify.annotations.NullMarked;
