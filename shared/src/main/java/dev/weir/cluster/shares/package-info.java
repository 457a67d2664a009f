/**
 * Shares the bandwidth and the limits of each client among all nodes. A {@link dev.weir.cluster.shares.Channel} carries
 * the messages between the nodes.
 *
 * <p>In each time slice, each node reports the demand of its clients to all nodes ({@link
 * dev.weir.cluster.shares.Report}). Each node then computes the division of each rate by itself ({@link
 * dev.weir.cluster.shares.Split}). The throttle gets only the fraction that this node may use ({@link
 * dev.weir.cluster.shares.Holding}).
 *
 * <p>Rejected: leases of bandwidth that a script on Redis grants. Redis would then run a computation for each client on
 * each node, several times a second.
 *
 * <p>Rejected: reports that are stored in Redis keys. With {@code appendfsync always}, Redis would write each report to
 * its disk.
 */
@NullMarked
package dev.weir.cluster.shares;

import org.jspecify.annotations.NullMarked;
