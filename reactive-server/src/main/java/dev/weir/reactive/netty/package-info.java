/**
 * What stands on every connection, whichever style answers: its limits, and what Netty and Reactor Netty leave open.
 *
 * <p>{@code ConnectionGuard} puts the handlers into a connection's pipeline. A handler is confined to the connection's
 * event loop.
 */
@NullMarked
package dev.weir.reactive.netty;

import org.jspecify.annotations.NullMarked;
