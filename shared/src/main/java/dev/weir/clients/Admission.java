package dev.weir.clients;

import dev.weir.throttle.SlowReaders;

/**
 * The permission for one download or subscription. It counts against the limits of the client and of the server until
 * {@link #leave}. Thread-safe. Takes a lock only briefly, so an event loop may call it.
 *
 * <p>The caller must call {@link #leave} before the client can read the last byte. Otherwise the client's next request
 * may be refused, because this one still counts.
 * <ul>
 * <li>Code that writes the body in chunks asks {@link #next} for the size of each chunk. {@code next} calls
 *     {@code leave}.
 * <li>Code that writes the whole body at once calls {@code leave} first.
 * </ul>
 *
 * <p>The last {@link #TAIL_BYTES} of a download are written after {@code leave}. {@link SlowReaders} closes the
 * connection of a client that does not read them.
 */
public final class Admission implements AutoCloseable {
    /**
     * The most bytes of a body that are written after {@link #leave}. A body of at most this size is written at once.
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
     * Returns how many bytes of the body may be written now, at least 1. Calls {@link #leave} first if they include the
     * last byte.
     *
     * @param unwritten the number of bytes of the body that are not written yet, at least 1
     * @param granted the number of bytes that the rate limit allows now, at least 1
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

    /**
     * Ends the permission, so that the download or subscription no longer counts. Call it whether the response succeeds
     * or fails. A second call does nothing.
     */
    public synchronized void leave() {
        if (!left) {
            left = true;
            clients.leave(client, use);
        }
    }

    @Override
    public void close() {
        leave();
    }
}
