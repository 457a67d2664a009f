package dev.weir.connection;

import dev.weir.clients.Network;
import dev.weir.clients.Proxies;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the open connections of each client address. Thread-safe. Never waits.
 *
 * <p>Connections of trusted proxies do not count, because each carries the requests of many clients. Only an address
 * with an open connection has an entry, so the server's limit of connections bounds the entries.
 */
public final class Connections {
    private final int perAddress;
    private final Proxies proxies;
    private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();

    /** @param perAddress the most open connections of one address */
    public Connections(int perAddress, Proxies proxies) {
        this.perAddress = perAddress;
        this.proxies = proxies;
    }

    /**
     * Counts a new connection. If the result is true, call {@link #leave} once when the connection ends. If it is
     * false, close the connection.
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

    public void leave(InetAddress remote) {
        if (!proxies.isTrusted(remote)) {
            open.computeIfPresent(Network.client(remote), (_, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Returns the number of addresses that have an open connection. */
    public int addresses() {
        return open.size();
    }
}
