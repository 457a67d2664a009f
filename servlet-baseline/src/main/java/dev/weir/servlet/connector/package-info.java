/**
 * Configures Tomcat's connector, and changes what configuration cannot.
 *
 * <p>The connector's limits would decide a comparison by themselves, so they are chosen here and stand in {@code
 * application.yaml}: as many connections as the process has file descriptors for, no limit to requests on one
 * connection, and no time-out on a request that waits on purpose (Tomcat's default ends it after 30 s).
 *
 * <p>Tomcat sees that a client left only when it writes. While it has room that is soon enough; when it is full, {@link
 * dev.weir.servlet.connector.exchange.DisconnectSweep} asks the sockets.
 *
 * <p>A request that waits holds some 100 KB with Tomcat's defaults. Where it comes from, each at 8 KiB or, in characters,
 * 16: what is read ahead, what is to be written, the head of the request and as much again, the fields behind its content,
 * the head of the answer, the answer as bytes and as characters, the request's content as characters. {@link
 * dev.weir.servlet.connector.WatchedProtocol} and {@code application.yaml} shrink all of these except two. The request's head
 * keeps its size. Tomcat has no setting for the characters of the request's content, so the valve {@link
 * dev.weir.servlet.connector.ReaderBuffer} shrinks those. An event stream needs none of these buffers once it has begun:
 * {@code tuned.tomcat.StreamConnection}.
 */
@NullMarked
package dev.weir.servlet.connector;

import org.jspecify.annotations.NullMarked;
