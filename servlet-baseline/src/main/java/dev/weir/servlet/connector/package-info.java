/**
 * Configures Tomcat's connector, and changes behaviour for which Tomcat has no setting.
 *
 * <p>Tomcat's default limits would distort a comparison of the threading models, so {@code application.yaml} changes
 * them. The server accepts almost as many connections as the process has file descriptors. It does not limit the number
 * of requests on a connection.
 *
 * <p>Tomcat notices that a client has left only when it writes to this client.
 * {@link dev.weir.servlet.connector.exchange.DisconnectSweep} therefore checks the sockets regularly, and more often
 * while the connector is full.
 *
 * <p>Tomcat's buffers use most of the memory of a waiting request. {@link dev.weir.servlet.connector.WatchedProtocol},
 * {@link dev.weir.servlet.connector.ReaderBuffer} and {@code application.yaml} shrink them.
 */
@NullMarked
package dev.weir.servlet.connector;

import org.jspecify.annotations.NullMarked;
