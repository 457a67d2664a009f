/**
 * Gives access to Tomcat's state of a request that the servlet API hides: its connection or HTTP/2 stream, the lock
 * that Tomcat's threads hold, and whether the client has left. It can also break the response off.
 *
 * <p>Only {@code connector}, {@code connector.http2} and {@code tuned.tomcat} use Tomcat's classes directly. All
 * other packages use this package.
 */
@NullMarked
package dev.weir.servlet.connector.exchange;

import org.jspecify.annotations.NullMarked;
