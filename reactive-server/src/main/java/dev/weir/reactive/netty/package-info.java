/**
 * Guards every connection, in both styles. The handlers here limit what a connection may use, and correct HTTP where
 * Netty and Reactor Netty are not strict enough.
 *
 * <p>{@code ConnectionGuard} puts the handlers into the pipeline of each new connection. A handler is confined to the
 * connection's event loop.
 */
@NullMarked
package dev.weir.reactive.netty;

import org.jspecify.annotations.NullMarked;
