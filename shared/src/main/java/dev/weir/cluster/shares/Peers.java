package dev.weir.cluster.shares;

import dev.weir.cluster.shares.Report.Claim;
import dev.weir.cluster.shares.Report.Counts;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last report of each other live node. This node also receives its own messages, and each of them ends a
 * round. A node that has sent nothing for several rounds counts as dead. While Redis is down, no round ends, so no node
 * is counted as dead.
 */
final class Peers {
    /** More than {@link Shares#CALM_SLICES}, because other nodes may have no news. */
    private static final int MOST_SILENT = 6;

    private final Map<String, Peer> peers = new HashMap<>();
    private boolean countsChanged;
    private int nodesBefore = 1;

    private static final class Peer {
        private Report report;
        private String shares = Report.AS_BEFORE;
        private String counts = "";
        private final Map<Long, Claim> claimsByClient = new HashMap<>();
        private final Map<Long, Counts> countsByClient = new HashMap<>();
        /**
         * Whether {@code shares} is the latest list that the other node has sent. If a message of that node was lost,
         * this is false until the next list of shares arrives.
         */
        private boolean sharesKnown;
        /**
         * Whether {@code counts} is the latest list that the other node has sent. This can differ from
         * {@code sharesKnown}, because a message may contain a list of counts without a list of shares.
         */
        private boolean countsKnown;

        private int silent;

        Peer(Report report) {
            this.report = report;
        }

        void heard(Report next) {
            boolean isNext = next.number() == report.number() + 1;
            sharesKnown = !next.shares().equals(Report.AS_BEFORE) || (sharesKnown && isNext);
            countsKnown = !next.counts().equals(Report.AS_BEFORE) || (countsKnown && isNext);
            report = next;
            silent = 0;
        }
    }

    /**
     * Stores the report of another node. If the report contains a changed list of shares, passes the
     * {@linkplain Report#key key} of each listed client to {@code told}.
     */
    void heard(Report report, Consumer<Long> told) {
        Peer peer = peers.computeIfAbsent(report.node(), _ -> new Peer(report));
        peer.heard(report);
        if (!report.shares().equals(Report.AS_BEFORE) && !report.shares().equals(peer.shares)) {
            peer.shares = report.shares();
            peer.claimsByClient.clear();
            Report.readShares(peer.shares, peer.claimsByClient::put);
            peer.claimsByClient.keySet().forEach(told);
        }
        if (!report.counts().equals(Report.AS_BEFORE) && !report.counts().equals(peer.counts)) {
            peer.counts = report.counts();
            peer.countsByClient.clear();
            Report.readCounts(peer.counts, peer.countsByClient::put);
            countsChanged = true;
        }
    }

    /** Ends a round of messages. Returns whether the number of live nodes has changed since the previous round. */
    boolean round() {
        countsChanged |= peers.values().removeIf(peer -> ++peer.silent > MOST_SILENT);
        boolean changed = nodes() != nodesBefore;
        nodesBefore = nodes();
        return changed;
    }

    int nodes() {
        return peers.size() + 1;
    }

    long length() {
        return peers.values().stream()
                .mapToLong(peer ->
                        peer.report.shares().length() + peer.report.counts().length())
                .sum();
    }

    /**
     * Returns whether this node has the latest {@code shares} and {@code counts} ({@link Report}) of every other node.
     * If not, this node must ask for them. Until they arrive, this node must not increase its part of any client's
     * limits.
     */
    boolean areKnown() {
        return peers.values().stream().allMatch(peer -> peer.sharesKnown && peer.countsKnown);
    }

    /** Whether this node has processed all news of the others, and has heard each of them in its last two rounds. */
    boolean areCalm() {
        boolean areHeard = peers.values().stream().allMatch(peer -> peer.silent <= 1);
        return areHeard && areKnown() && !countsChanged && nodes() == nodesBefore;
    }

    /** Clears {@code global}, then adds the last report of each other node that uses the global rate. */
    void read(Split global) {
        global.clear();
        for (Peer peer : peers.values()) {
            if (peer.report.held() != Report.IDLE) {
                global.add(peer.report.need(), peer.report.hunger(), peer.report.held());
            }
        }
    }

    /** Updates {@code share} with what the last reports of the other nodes say about the same client. */
    void readShares(ClientShare share) {
        share.clearShares();
        for (Peer peer : peers.values()) {
            @Nullable Claim found = peer.claimsByClient.get(share.key);
            if (found != null) {
                share.addShare(found);
            }
        }
    }

    /** Returns whether the numbers of downloads and streams on other nodes have changed since the previous call. */
    boolean countsChanged() {
        boolean changed = countsChanged;
        countsChanged = false;
        return changed;
    }

    /**
     * Sets {@code elsewhere} to the numbers of a client's downloads and streams on the other nodes.
     *
     * @param key the client's {@linkplain Report#key key}
     */
    void readCounts(long key, Elsewhere elsewhere) {
        elsewhere.clear();
        for (Peer peer : peers.values()) {
            @Nullable Counts found = peer.countsByClient.get(key);
            if (found != null) {
                elsewhere.add(found.downloads(), found.subscribers());
            }
        }
    }
}
