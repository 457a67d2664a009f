package dev.weir.cluster.shares;

import dev.weir.clients.Client;
import dev.weir.clients.Clients;

/** Sums up how many downloads and streams a client has on other nodes. */
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

    /** Applies the sums to the limits of admission, if they have changed since the last call. */
    void apply(Client client, Clients clients) {
        if (appliedDownloads != downloads || appliedSubscribers != subscribers) {
            appliedDownloads = downloads;
            appliedSubscribers = subscribers;
            clients.elsewhere(client, downloads, subscribers);
        }
    }
}
