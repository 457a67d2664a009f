/**
 * The state that several nodes share on one Redis: events, bandwidth, changed limits and the replay cache of SOAP. Servers
 * of either kind can be such nodes.
 *
 * <p>Each process has one connection for short commands ({@link dev.weir.cluster.RedisLink}). A step that reads and
 * writes is one Lua script, so no node sees half of it. A command is never sent twice. After a lost reply, its outcome
 * is unknown, and the class that sent it decides what to do. Without {@code weir.redis.uri}, nothing in this package is
 * used.
 *
 * <p>{@link dev.weir.cluster.Leases} shares the bandwidth. It collects the {@link dev.weir.cluster.Claim} of each {@link
 * dev.weir.cluster.LeasedBucket}, {@link dev.weir.cluster.LeaseCalls} sends them to the script {@code lease.lua}, and each
 * {@link dev.weir.cluster.Lease} goes to the throttle. The throttle knows only the part of the limits that it may use.
 *
 * <p>Rejected: Spring Data Redis. Its stream receiver opens a connection for each subscriber, and stops when Redis
 * restarts.
 *
 * <p>Rejected: the automatic reconnect of Lettuce. It repeats commands whose outcome is unknown.
 */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
