/**
 * Weir on WebFlux and Reactor Netty, which waits with {@code Mono} and {@code Flux}: the application and its event loops.
 *
 * <p>A connection belongs to one event loop, which does everything for it but touch the file system: files are looked
 * up and opened on {@code weir-file} threads.
 *
 * <p>{@link dev.weir.reactive.netty} stands on every connection and {@link dev.weir.reactive.web} in front of every
 * answer. {@link dev.weir.reactive.tuned} answers downloads and event streams, {@link dev.weir.reactive.idiomatic} does so
 * as plain WebFlux would.
 */
@NullMarked
package dev.weir.reactive;

import org.jspecify.annotations.NullMarked;
