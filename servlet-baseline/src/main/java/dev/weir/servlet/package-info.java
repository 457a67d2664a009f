/**
 * Weir on Tomcat: the application, its connector, and the choice of how it waits.
 *
 * <p>The connector's limits would decide a comparison by themselves, so they are chosen here and stand in {@code
 * application.yaml}: as many connections as the process has file descriptors for, no limit to requests on one
 * connection, and no time-out on a request that waits on purpose (Tomcat's default ends it after 30 s).
 *
 * <p>Tomcat sees that a client left only when it writes. While it has room that is soon enough; when it is full, {@link
 * dev.weir.servlet.PeerSweep} asks the sockets.
 */
@NullMarked
package dev.weir.servlet;

import org.jspecify.annotations.NullMarked;
