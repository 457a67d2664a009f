/**
 * What several nodes share on one Redis: servers of either kind become one service.
 *
 * <p>Each process has one connection for short commands ({@link dev.weir.cluster.RedisLink}). A step that reads and
 * writes is one Lua script, so no node sees half of it. A command is never sent twice: a lost reply means that its
 * outcome is unknown, and each user says what it does then. Without {@code weir.redis.uri}, nothing of this package is
 * used.
 *
 * <p>Rejected: Spring Data Redis. Its stream receiver opens a connection for each subscriber and stops when Redis
 * restarts. Lettuce's own reconnecting repeats commands whose outcome is unknown.
 */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
