/**
 * Shares the bandwidth and the limits of each client among all nodes. It does not know how messages travel.
 *
 * <p>Each node tells all nodes in each slice what its clients want ({@link dev.weir.cluster.shares.Report}). Each node then
 * computes the division of each rate by itself ({@link dev.weir.cluster.shares.Split}). The throttle knows only the part
 * of the limits that it may use ({@link dev.weir.cluster.shares.Holding}).
 *
 * <p>Rejected: leases that Redis gives by a script. Redis would then compute for each client and node, ten times a second.
 *
 * <p>Rejected: reports in keys of Redis. With {@code appendfsync always}, Redis would write each report to its disk.
 */
@NullMarked
package dev.weir.cluster.shares;

import org.jspecify.annotations.NullMarked;
