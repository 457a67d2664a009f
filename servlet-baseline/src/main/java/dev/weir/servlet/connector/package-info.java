/**
 * Configures Tomcat's connector, and changes behaviour for which Tomcat has no setting.
 *
 * <p>Tomcat's default limits would distort a comparison of the models. So {@code application.yaml} accepts as many
 * connections as the process has file descriptors, does not limit the requests on a connection, and does not time out a
 * request that waits deliberately.
 *
 * <p>Tomcat detects a client that has left only when it writes to this client. {@link
 * dev.weir.servlet.connector.exchange.DisconnectSweep} therefore checks the sockets regularly, and continuously while
 * the connector is full.
 *
 * <p>Most of the memory of a waiting request is in Tomcat's buffers. {@link
 * dev.weir.servlet.connector.WatchedProtocol}, {@link dev.weir.servlet.connector.ReaderBuffer} and {@code
 * application.yaml} shrink them.
 */
@NullMarked
package dev.weir.servlet.connector;

import org.jspecify.annotations.NullMarked;
