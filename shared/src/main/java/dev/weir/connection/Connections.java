package dev.weir.connection;

import dev.weir.network.Network;
import dev.weir.network.Proxies;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the number of open connections of each client address. Thread-safe. Never waits.
 *
 * <p>Connections of trusted proxies do not count, because one connection of a proxy carries the requests of many
 * clients. An address is stored only while it has an open connection. So the server's limit of connections also limits
 * the number of stored addresses.
 */
public final class Connections {
    private final int perAddress;
    private final Proxies proxies;
    private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();

    /** @param perAddress the most open connections of one IPv4 address or IPv6 /64 network */
    public Connections(int perAddress, Proxies proxies) {
        this.perAddress = perAddress;
        this.proxies = proxies;
    }

    /**
     * Counts a new connection. If this method returns true, call {@link #leave} once when the connection ends. If it
     * returns false, close the connection and do not call {@code leave}.
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

    /** Returns the number of client addresses that have an open connection. Trusted proxies do not count. */
    public int addresses() {
        return open.size();
    }
}
