package dev.weir.clients;

import dev.weir.throttle.SlowReaders;

/**
 * The place of one download or subscription. A client, and the server as a whole, may have a limited number of places
 * in use at once.
 *
 * <p>A place must be free again before the client can read the last byte of the response. Otherwise a client that sends
 * one request after another could be refused because of the request before. So code that writes a body asks {@link
 * #next} how much of a grant it may write, and code that writes a response in one piece calls {@link #leave} first.
 *
 * <p>A client that does not read the last bytes therefore holds no place. It still holds its file, and its connection,
 * which is counted per address, until {@link SlowReaders} cuts it off. These last bytes are at most {@link
 * #TAIL_BYTES}.
 *
 * <p>Thread-safe; never waits, so an event loop may call it.
 */
public final class Admission implements AutoCloseable {
    /**
     * The most bytes that are written without a place. Small, so that the place is held during almost the whole body.
     * More than one byte, so that a body up to this length does not need a second write.
     */
    public static final int TAIL_BYTES = 16 * 1024;

    private final Clients clients;
    private final Client client;
    private final Use use;
    private boolean left;

    Admission(Clients clients, Client client, Use use) {
        this.clients = clients;
        this.client = client;
        this.use = use;
    }

    public Client client() {
        return client;
    }

    /**
     * How many bytes of a body may be written now, at least 1. Gives the place back if these are the last bytes of the
     * body.
     *
     * @param unwritten bytes of the body that are still to be written, at least 1
     * @param granted how many of them the throttle allows, at least 1
     */
    public long next(long unwritten, long granted) {
        if (granted < unwritten) {
            return granted;
        }
        if (unwritten > TAIL_BYTES) {
            return unwritten - TAIL_BYTES;
        }
        leave();
        return unwritten;
    }

    /** Gives the place back. Idempotent. Must be called, however the response ends. */
    public synchronized void leave() {
        if (!left) {
            left = true;
            clients.leave(client, use);
        }
    }

    /** Gives the place back, as {@link #leave} does. */
    @Override
    public void close() {
        leave();
    }
}
