package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;

/** Sums up a client's downloads and streams on other nodes. */
final class Elsewhere {
    private int downloads;
    private int subscribers;
    private int appliedDownloads;
    private int appliedSubscribers;

    void clear() {
        downloads = 0;
        subscribers = 0;
    }

    void add(int moreDownloads, int moreSubscribers) {
        downloads += moreDownloads;
        subscribers += moreSubscribers;
    }

    /** Passes the sums to {@code clients} if they have changed. The sums count against the client's limits. */
    void apply(Client client, Clients clients) {
        if (appliedDownloads != downloads || appliedSubscribers != subscribers) {
            appliedDownloads = downloads;
            appliedSubscribers = subscribers;
            clients.elsewhere(client, downloads, subscribers);
        }
    }
}
