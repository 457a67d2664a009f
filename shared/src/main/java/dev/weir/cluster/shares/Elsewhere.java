package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;

/** Counts a client's open downloads and event streams on other nodes. */
final class Elsewhere {
    int downloads;
    int subscribers;
    private int appliedDownloads;
    private int appliedSubscribers;

    void clear() {
        downloads = 0;
        subscribers = 0;
    }

    /** Adds the numbers of downloads and streams on one other node. */
    void add(int moreDownloads, int moreSubscribers) {
        downloads += moreDownloads;
        subscribers += moreSubscribers;
    }

    /**
     * Passes the numbers of the client's downloads and streams on other nodes to {@code clients}, if a number has
     * changed since the last call. These downloads and streams count towards the client's limits on this node, too.
     */
    void apply(Client client, Clients clients) {
        if (appliedDownloads != downloads || appliedSubscribers != subscribers) {
            appliedDownloads = downloads;
            appliedSubscribers = subscribers;
            clients.elsewhere(client, downloads, subscribers);
        }
    }
}
