/**
 * Gives access to state of a request that the servlet API hides: its connection or HTTP/2 stream, the lock that
 * Tomcat's threads hold, and whether the client has left. Can also abort the response.
 *
 * <p>Only {@code connector}, {@code connector.http2} and {@code tuned.tomcat} use Tomcat's classes directly. All other
 * packages use this package.
 */
@NullMarked
package dev.weir.servlet.connector.exchange;

import org.jspecify.annotations.NullMarked;
