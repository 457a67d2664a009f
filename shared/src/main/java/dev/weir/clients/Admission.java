package dev.weir.clients;

import dev.weir.throttle.SlowReaders;

/**
 * Counts one open download or subscription against the limits of the client and of the server. {@link #leave} ends the
 * count.
 *
 * <p>The count must end before the client can read the last byte of the response. Otherwise the server could refuse a
 * client's next request because its previous one still counts. Code that writes a body calls {@link #next} to learn how
 * many granted bytes it may write. Code that writes a whole response at once calls {@link #leave} before it writes.
 *
 * <p>So a download no longer counts while its last bytes, at most {@link #TAIL_BYTES}, are unread. It keeps its open file
 * and its connection until {@link SlowReaders} cuts it off. The limit of connections per address bounds such downloads.
 *
 * <p>Thread-safe. Never waits, so an event loop may call it.
 */
public final class Admission implements AutoCloseable {
    /**
     * The most bytes that are written after the download has ceased to count. The value is small, so that a download
     * counts during almost its whole body. A body of at most this length needs only one write.
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
     * Returns the number of bytes of the body that may be written now. It is at least 1. If these are the last bytes, the
     * method calls {@link #leave} first.
     *
     * @param unwritten the bytes of the body that are not written yet, at least 1
     * @param granted the bytes that the throttle has granted, at least 1
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

    /** Ends the count of this download or subscription. Idempotent. Must be called however the response ends. */
    public synchronized void leave() {
        if (!left) {
            left = true;
            clients.leave(client, use);
        }
    }

    /** Does the same as {@link #leave}. */
    @Override
    public void close() {
        leave();
    }
}
