/**
 * The access log, and the ids of requests.
 * <ul>
 * <li>{@link dev.weir.access.AccessEntry} collects the values of one request. A server ends each entry once.
 * <li>{@link dev.weir.access.AccessLog} writes a line for each entry that has ended.
 * <li>{@link dev.weir.access.RequestIds} takes the id of a request from a trusted proxy, or makes one.
 * </ul>
 *
 * <p>The access logs of Tomcat and Reactor Netty were rejected. They do not count bytes that bypass the framework. If
 * an event stream takes over a connection, they write the line of the stream before the stream ends.
 */
@NullMarked
package dev.weir.access;

import org.jspecify.annotations.NullMarked;
