/**
 * Contains the channel handlers that guard every connection, in the tuned and the idiomatic style. They limit the
 * resources of a connection, and enforce rules of HTTP that Netty does not enforce. Each handler is confined to the
 * event loop of its connection.
 */
@NullMarked
package dev.weir.reactive.netty;

import org.jspecify.annotations.NullMarked;
