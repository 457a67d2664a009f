package dev.weir.contract.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds a free port of 127.0.0.1 for a server in a process of its own. It never returns the same port twice.
 *
 * <p>The port lies below the range from which the kernel takes the ports of outgoing connections. If a client
 * tried to connect to a port of that range before the server listens, the kernel might give the same port to the
 * client. The client would then connect to itself (simultaneous open, RFC 9293, 3.5).
 */
public final class FreePort {
    private static final int LOWEST = 10_000;
    private static final int FIRST_OUTGOING = 32_768;
    private static final int TRIES = 100;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    public static int find() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, FIRST_OUTGOING);
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
                if (GIVEN.add(port)) {
                    return port;
                }
            } catch (BindException _) {
                // another process uses this port
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalStateException("no free port below " + FIRST_OUTGOING);
    }
}
