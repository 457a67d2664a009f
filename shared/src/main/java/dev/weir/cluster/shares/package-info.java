/**
 * Applies the bandwidth limit and the limits of each client to all nodes of a cluster together. The nodes exchange
 * messages over a {@link dev.weir.cluster.shares.Channel}.
 *
 * <p>Several times per second, each node reports the demand of its clients ({@link dev.weir.cluster.shares.Report}).
 * From all reports, each node computes its fraction of each rate ({@link dev.weir.cluster.shares.Split}).
 * {@link dev.weir.cluster.shares.Holding} decides when the node may use this fraction.
 *
 * <p>Two alternatives were rejected:
 * <ul>
 * <li>A Redis script that leases bandwidth: Redis would run it for each client on each node, several times per second.
 * <li>Reports in Redis keys: with {@code appendfsync always}, Redis would write each report to its disk.
 * </ul>
 */
@NullMarked
package dev.weir.cluster.shares;

import org.jspecify.annotations.NullMarked;
