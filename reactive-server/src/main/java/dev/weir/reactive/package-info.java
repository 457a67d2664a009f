/**
 * Runs Weir on WebFlux and Reactor Netty. This package contains the main class and the configuration of the event
 * loops.
 *
 * <p>Each connection belongs to one event loop. That loop does all work for the connection except file access. Threads
 * named {@code weir-file} open and read files.
 *
 * <p>{@link dev.weir.reactive.netty} contains the channel handlers that guard every connection. {@link
 * dev.weir.reactive.web} contains the filters and controllers that both styles use. Each style has its own code for
 * downloads, listings and event streams. {@link dev.weir.reactive.tuned} bypasses WebFlux, and {@link
 * dev.weir.reactive.idiomatic} uses WebFlux as Spring's reference documentation shows.
 */
@NullMarked
package dev.weir.reactive;

import org.jspecify.annotations.NullMarked;
