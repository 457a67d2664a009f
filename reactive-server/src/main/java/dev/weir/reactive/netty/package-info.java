/**
 * Contains the TLS set-up, and the channel handlers that the server adds to every connection. The handlers limit the
 * resources of a connection, and enforce rules of HTTP that Netty does not enforce. They run on the event loop of their
 * connection.
 */
@NullMarked
package dev.weir.reactive.netty;

import org.jspecify.annotations.NullMarked;
