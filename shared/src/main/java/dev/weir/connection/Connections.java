package dev.weir.connection;

import dev.weir.throttle.Network;
import dev.weir.throttle.Proxies;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the open connections of each client address, and refuses those beyond the limit.
 *
 * <p>A trusted proxy is not counted: its connections are those of many clients. Holds an entry only for an address that
 * has a connection, so it is bounded by the server's own limit. Thread-safe; never waits.
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

    /** Counts a new connection in. If it returns true, {@link #leave} must be called once; else the connection must close. */
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

    /** The connection is closed. */
    public void leave(InetAddress remote) {
        if (!proxies.isTrusted(remote)) {
            open.computeIfPresent(Network.client(remote), (_, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Addresses that have a connection open. */
    public int addresses() {
        return open.size();
    }
}
