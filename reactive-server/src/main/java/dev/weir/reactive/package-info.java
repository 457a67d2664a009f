/**
 * Contains the main class of the WebFlux server and the configuration of its event loops.
 *
 * <p>Each connection stays on the same event loop. {@code weir-file} threads open and read files. {@code weir-soap}
 * threads execute SOAP calls.
 *
 * <p>{@link dev.weir.reactive.netty} adds handlers to every connection. {@link dev.weir.reactive.web} contains the
 * common filters and controllers. The other controllers exist twice: {@link dev.weir.reactive.tuned} bypasses WebFlux
 * for speed, and {@link dev.weir.reactive.idiomatic} uses WebFlux as Spring documents it.
 */
@NullMarked
package dev.weir.reactive;

import org.jspecify.annotations.NullMarked;
