/**
 * Configures Tomcat's connector, and changes behaviour for which Tomcat has no setting.
 *
 * <p>Tomcat's default limits would distort a comparison of the models, so {@code application.yaml} changes them. The
 * connector accepts as many connections as the process has file descriptors. It does not limit the number of requests
 * on a connection. It does not time out a request that deliberately waits, for example for an event.
 *
 * <p>Tomcat notices that a client has left only when it writes. This delay is harmless while the connector accepts
 * connections. When the connector is full, {@link dev.weir.servlet.connector.exchange.DisconnectSweep} checks the
 * sockets.
 *
 * <p>With Tomcat's defaults, most of the memory of a waiting request is in buffers. {@link
 * dev.weir.servlet.connector.WatchedProtocol}, the valve {@link dev.weir.servlet.connector.ReaderBuffer} and {@code
 * application.yaml} shrink all of these buffers except the one for the request's head. An event stream that has started
 * holds none of these buffers (see {@code tuned.tomcat.StreamConnection}).
 */
@NullMarked
package dev.weir.servlet.connector;

import org.jspecify.annotations.NullMarked;
