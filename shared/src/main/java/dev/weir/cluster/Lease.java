package dev.weir.cluster;

import java.util.List;

/**
 * The answer to a {@link Claim}: the part of a bucket's rate that the node may use until its next claim, and the state of
 * the other nodes.
 *
 * @param rate bytes a second
 * @param level bytes a second for one unit of hunger; infinite if no node is hungry
 * @param waiting the downloads that wait on other nodes
 * @param downloads the open downloads of the client on other nodes
 * @param subscribers the open event streams and polls of the client on other nodes
 * @param others the number of other nodes that have this bucket
 */
record Lease(long rate, double level, long waiting, int downloads, int subscribers, int others) {
    /** The lease before the first answer. */
    static final Lease NONE = new Lease(0, Double.POSITIVE_INFINITY, 0, 0, 0, 0);

    /** The number of values that make a lease in the script's answer. */
    static final int VALUES = 6;

    private static final double LEVEL_PARTS = 1024;

    /** Reads a lease from the script's answer. */
    static Lease of(List<?> values) {
        long[] all = values.stream().mapToLong(value -> (Long) value).toArray();
        double level = all[1] < 0 ? Double.POSITIVE_INFINITY : all[1] / LEVEL_PARTS;
        return new Lease(
                all[0], level, all[2], Math.toIntExact(all[3]), Math.toIntExact(all[4]), Math.toIntExact(all[5]));
    }
}
