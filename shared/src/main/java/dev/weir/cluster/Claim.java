package dev.weir.cluster;

import java.util.List;
import java.util.stream.LongStream;

/**
 * What a node reports about one bucket when it renews its lease.
 *
 * @param rate the rate of the bucket over all nodes; 0 means no limit
 * @param base the bytes a second that the node needs, apart from its hunger
 * @param hunger the weight with which the node takes part in the rest of the rate; 0 if its base is enough
 * @param waiting the downloads that wait for tokens; at least 1 if the node is active
 * @param downloads the open downloads of the client on the node
 * @param subscribers the open event streams and polls of the client on the node
 * @param active whether the node needs a lease at all
 */
record Claim(long rate, long base, long hunger, long waiting, int downloads, int subscribers, boolean active) {
    /** Gives the lease back. The table then forgets the node's counts of this bucket. */
    static final Claim END = new Claim(-1, 0, 0, 0, 0, 0, false);

    /** Returns the arguments of the script for this bucket. */
    List<String> arguments() {
        return LongStream.of(rate, base, hunger, waiting, downloads, subscribers, active ? 1 : 0)
                .mapToObj(Long::toString)
                .toList();
    }
}
