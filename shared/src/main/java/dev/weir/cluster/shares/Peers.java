package dev.weir.cluster.shares;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last report of each other live node. A round ends when this node receives its own message. A node counts as
 * dead if it has sent nothing for several rounds. While Redis is down, no round ends, so no node counts as dead.
 */
final class Peers {
    private static final int MOST_SILENT = 5;

    private final Map<String, Peer> peers = new HashMap<>();
    private boolean countsChanged;
    private int nodesBefore = 1;

    private static final class Peer {
        private Report report;
        private String counts = "";
        private final Map<Long, Report.Counts> countsByClient = new HashMap<>();
        private int silent;

        Peer(Report report) {
            this.report = report;
        }
    }

    void heard(Report report) {
        Peer peer = peers.computeIfAbsent(report.node(), _ -> new Peer(report));
        peer.report = report;
        peer.silent = 0;
        if (!report.counts().equals(Report.AS_BEFORE) && !report.counts().equals(peer.counts)) {
            peer.counts = report.counts();
            peer.countsByClient.clear();
            Report.readCounts(peer.counts, peer.countsByClient::put);
            countsChanged = true;
        }
    }

    /** Ends a round. Returns whether the number of live nodes has changed since the round before. */
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
     * Reads the last report of each other node. Passes its entries about single clients to {@code reader}. Passes its
     * need, its hunger and its announced fraction of the global rate to {@code global}.
     */
    void read(Split global, Report.Reader reader) {
        for (Peer peer : peers.values()) {
            Report report = peer.report;
            if (report.held() != Report.IDLE) {
                global.add(report.need(), report.hunger(), report.held());
            }
            report.readShares(reader);
        }
    }

    /** Returns whether the numbers of downloads and streams on other nodes have changed since the previous call. */
    boolean countsChanged() {
        boolean changed = countsChanged;
        countsChanged = false;
        return changed;
    }

    /** Passes the client's numbers of downloads and streams on each other node to {@code elsewhere}. */
    void readCounts(long key, Elsewhere elsewhere) {
        for (Peer peer : peers.values()) {
            Report.@Nullable Counts found = peer.countsByClient.get(key);
            if (found != null) {
                elsewhere.add(found.downloads(), found.subscribers());
            }
        }
    }
}
