/**
 * Contains the channel handlers that guard every connection, in both styles. The handlers limit the resources of a
 * connection, and enforce rules of HTTP that Netty and Reactor Netty do not enforce.
 *
 * <p>{@code ConnectionGuard} adds the handlers to the pipeline of each new connection. Each handler is confined to the
 * event loop of its connection.
 */
@NullMarked
package dev.weir.reactive.netty;

import org.jspecify.annotations.NullMarked;
