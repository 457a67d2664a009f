/**
 * Configures Tomcat's connector, and changes what configuration cannot.
 *
 * <p>Tomcat's default limits would decide a comparison, so {@code application.yaml} sets others. It accepts as many
 * connections as the process has file descriptors for. It does not limit the requests on one connection. It has no time-out
 * for a request that waits on purpose, which Tomcat's default ends.
 *
 * <p>Tomcat notices that a client left only when it writes. That is soon enough while the connector accepts connections. When
 * it is full, {@link dev.weir.servlet.connector.exchange.DisconnectSweep} asks the sockets.
 *
 * <p>With Tomcat's defaults a waiting request holds about 100 KB, most of it in these buffers: the connection's read buffer
 * and write buffer, the request's head and its fields, the trailer fields, the answer's head, the answer as bytes and as
 * characters, and the request's content as characters. {@link dev.weir.servlet.connector.WatchedProtocol} and {@code
 * application.yaml} shrink all of these except two. The request's head keeps its size. Tomcat has no setting for the
 * characters of the request's content, so the valve {@link dev.weir.servlet.connector.ReaderBuffer} shrinks those. An event
 * stream needs none of these buffers once it has begun: see {@code tuned.tomcat.StreamConnection}.
 */
@NullMarked
package dev.weir.servlet.connector;

import org.jspecify.annotations.NullMarked;
