package dev.weir.cluster;

import dev.weir.throttle.ShareLimits.Part;

/**
 * A bucket whose rate all nodes share: the bucket of one client, or the global one. Confined to the thread of {@link
 * Leases}.
 */
abstract class LeasedBucket {
    /** The name of the bucket on Redis. */
    final String name;

    private Claim sent = Claim.END;
    private Lease lease = Lease.NONE;
    /** The rate over all nodes of which {@link #lease} is a part. It is -1 if the node had claimed no part. */
    private long leasedOf = -1;

    LeasedBucket(String name) {
        this.name = name;
    }

    /** Whether the node needs a part of the rate now. */
    abstract boolean isActive();

    /** Returns the claim to send now. */
    abstract Claim claim();

    /** Returns the claim to send now, and counts it as sent. */
    Claim send() {
        sent = claim();
        return sent;
    }

    /** The last claim that was sent, or {@link Claim#END} if there was none. */
    Claim sent() {
        return sent;
    }

    /** Whether Redis may have a claim of this node for this bucket. */
    boolean isSent() {
        return !sent.equals(Claim.END);
    }

    /** Counts the last claim as lost, because Redis has forgotten the node. Downloads go on with the last lease. */
    void forget() {
        sent = Claim.END;
    }

    void answered(Lease answer) {
        lease = answer;
        leasedOf = sent.active() ? sent.rate() : -1;
    }

    /** The last answer. */
    Lease lease() {
        return lease;
    }

    /**
     * Returns the part of the rate that this node may use. Without a lease, that is the same part on each node, so that
     * the buckets of all nodes together do not fill faster than one bucket.
     *
     * @param nodes the number of nodes
     */
    int partOfRate(int nodes) {
        if (!isActive() || leasedOf < 0) {
            return Part.WHOLE / nodes;
        }
        return lease.rate() >= leasedOf ? Part.WHOLE : Part.of(lease.rate(), leasedOf);
    }
}
