/**
 * Contains the main class of the WebFlux server and the configuration of its event loops.
 *
 * <p>Each connection belongs to one event loop. That loop does all work for the connection, except file access on
 * {@code weir-file} threads and SOAP calls on {@code weir-soap} threads.
 *
 * <p>{@link dev.weir.reactive.netty} guards every connection. {@link dev.weir.reactive.web} contains the filters and
 * controllers that both styles use. {@link dev.weir.reactive.tuned} and {@link dev.weir.reactive.idiomatic} contain one
 * style each.
 */
@NullMarked
package dev.weir.reactive;

import org.jspecify.annotations.NullMarked;
