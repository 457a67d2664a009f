package dev.weir.connection;

import dev.weir.clients.Network;
import dev.weir.clients.Proxies;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the open connections of each client address, and refuses those beyond the limit.
 *
 * <p>A trusted proxy is not counted, because its connections carry many clients. Only an address with an open
 * connection has an entry, so the server's own limit of connections bounds the table. Thread-safe. Never waits.
 */
public final class Connections {
    private final int perAddress;
    private final Proxies proxies;
    private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();

    /** @param perAddress the most connections that one address may have open */
    public Connections(int perAddress, Proxies proxies) {
        this.perAddress = perAddress;
        this.proxies = proxies;
    }

    /**
     * Counts a new connection.
     *
     * @return true if the connection is accepted: the caller must call {@link #leave} once. False if the caller must
     *     close it.
     */
    public boolean enter(InetAddress remote) {
        if (proxies.isTrusted(remote)) {
            return true;
        }
        if (open.merge(Network.client(remote), 1, Integer::sum) > perAddress) {
            leave(remote);
            return false;
        }
        return true;
    }

    /** Counts a closed connection down. */
    public void leave(InetAddress remote) {
        if (!proxies.isTrusted(remote)) {
            open.computeIfPresent(Network.client(remote), (_, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Number of addresses that have an open connection. */
    public int addresses() {
        return open.size();
    }
}
