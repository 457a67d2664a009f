/**
 * The access log, and the ids of requests.
 * <ul>
 * <li>{@link dev.weir.access.AccessEntry} collects what is known of one request. A server ends it once.
 * <li>{@link dev.weir.access.AccessLog} writes a line for each entry that has ended.
 * <li>{@link dev.weir.access.RequestIds} takes the id of a request from a trusted proxy, or makes one.
 * </ul>
 *
 * <p>The access logs of Tomcat and Reactor Netty were rejected. They do not count bytes that bypass them. If an event
 * stream takes over a connection, they write its line before the stream ends.
 */
@NullMarked
package dev.weir.access;

import org.jspecify.annotations.NullMarked;
