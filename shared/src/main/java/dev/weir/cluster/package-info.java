/**
 * The state that several nodes share on one Redis: events, bandwidth, changed limits and the replay cache of SOAP. Servers
 * of either kind can be such nodes.
 *
 * <p>Each process has one connection for short commands ({@link dev.weir.cluster.RedisLink}). A step that reads and
 * writes is one Lua script, so no node sees half of it. A command is never sent twice. After a lost reply, its outcome
 * is unknown, and the class that sent it decides what to do. Without {@code weir.redis.uri}, nothing in this package is
 * used.
 *
 * <p>Rejected: Spring Data Redis. Its stream receiver opens a connection for each subscriber, and stops when Redis
 * restarts.
 *
 * <p>Rejected: the automatic reconnect of Lettuce. It repeats commands whose outcome is unknown.
 */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
