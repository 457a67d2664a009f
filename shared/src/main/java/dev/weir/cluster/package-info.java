/**
 * Shares state between several nodes through one Redis: events, bandwidth, changed limits and the replay cache of SOAP.
 * A node can be a servlet server or a reactive server.
 *
 * <p>Each process has one connection for short commands ({@link dev.weir.cluster.RedisLink}). A step that reads and
 * writes is one Lua script, which Redis runs atomically. A command is never retried automatically. If its reply is
 * lost, its outcome is unknown, and the class that has sent the command decides what to do. If {@code weir.redis.uri}
 * is not set, the server does not use this package.
 *
 * <p>Rejected: Spring Data Redis. Its stream receiver opens a connection for each subscriber. It stops when Redis
 * restarts.
 *
 * <p>Rejected: the automatic reconnect of Lettuce. It repeats commands whose outcome is unknown.
 */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
