/**
 * Shares bandwidth and the limits of each client among all nodes. A {@link dev.weir.cluster.shares.Channel} carries
 * their messages.
 *
 * <p>In each time slice, a node reports the demand of its clients ({@link dev.weir.cluster.shares.Report}). Each node
 * computes the division of each rate ({@link dev.weir.cluster.shares.Split}). The throttle gets the fraction that this
 * node may use ({@link dev.weir.cluster.shares.Holding}).
 *
 * <p>Two alternatives were rejected:
 * <ul>
 * <li>Leases of bandwidth by a script on Redis: Redis would compute for each client on each node, several times a
 * second.
 * <li>Reports in Redis keys: with {@code appendfsync always}, Redis would write each report to its disk.
 * </ul>
 */
@NullMarked
package dev.weir.cluster.shares;

import org.jspecify.annotations.NullMarked;
