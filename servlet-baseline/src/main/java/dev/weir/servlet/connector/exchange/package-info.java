/**
 * What Tomcat knows about a request and the servlet API does not show: its connection or stream, the lock that Tomcat's
 * threads hold, whether the client has left, and how to break the response off.
 *
 * <p>Only {@code connector}, {@code connector.http2} and {@code tuned.tomcat} use Tomcat's classes directly. All other
 * packages use this one.
 */
@NullMarked
package dev.weir.servlet.connector.exchange;

import org.jspecify.annotations.NullMarked;
