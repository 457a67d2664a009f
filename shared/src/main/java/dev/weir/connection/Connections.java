package dev.weir.connection;

import dev.weir.clients.Network;
import dev.weir.clients.Proxies;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the open connections of each client address, and refuses a connection if its address has reached the limit.
 *
 * <p>This class does not count the connections of trusted proxies, because each such connection carries the requests of
 * many clients. Only an address with an open connection has an entry. So the limit of the server's connections also
 * bounds the number of entries. Thread-safe. Never waits.
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
     * Counts a new connection.
     *
     * @return true if the connection is accepted; the caller must then call {@link #leave} once when the connection
     *     ends. False if it is refused; the caller must then close it
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

    /** Removes a closed connection from the count. */
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
