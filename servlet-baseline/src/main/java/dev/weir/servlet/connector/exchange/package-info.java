/**
 * Gives access to what the servlet API hides about a request: its connection or HTTP/2 stream, Tomcat's lock, and
 * whether the client has disconnected. Can also abort the response.
 *
 * <p>Packages outside {@code connector} and {@code tuned.tomcat} use this package instead of Tomcat's connection and
 * stream classes.
 */
@NullMarked
package dev.weir.servlet.connector.exchange;

import org.jspecify.annotations.NullMarked;
