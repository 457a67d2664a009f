/**
 * Lets several servers (nodes) share state through one Redis: events, bandwidth, the limits and API keys that an
 * operator has changed, and the SOAP replay cache. The server uses this package only if {@code weir.redis.uri} is set.
 *
 * <p>An operation that reads and then writes is one Lua script, which Redis runs atomically. No command is retried
 * automatically. If a reply is lost, the outcome is unknown, and the class that sent the command decides what to do.
 *
 * <p>Two alternatives were rejected:
 * <ul>
 * <li>Spring Data Redis: its stream receiver opens a connection for each subscriber and stops when Redis restarts.
 * <li>The automatic reconnect of Lettuce: it repeats commands whose outcome is unknown.
 * </ul>
 */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
