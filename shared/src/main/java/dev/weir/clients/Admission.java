package dev.weir.clients;

import dev.weir.throttle.SlowReaders;

/**
 * Permission for one open download or subscription. It counts against the limits of the client and of the server until
 * {@link #leave}. Thread-safe. Never waits, so an event loop may call it.
 *
 * <ul>
 * <li>Call {@link #leave} before the client can read the last byte. Otherwise the client's next request could be
 *     refused because this one still counts.
 * <li>Code that writes a body in chunks asks {@link #next} for the size of each chunk. {@code next} calls {@code leave}
 *     in time.
 * <li>Code that writes the whole body with one call must call {@code leave} first.
 * </ul>
 *
 * <p>A download does not count while it writes the last {@link #TAIL_BYTES}. {@link SlowReaders} closes the connection
 * of a client that does not read them.
 */
public final class Admission implements AutoCloseable {
    /**
     * The most bytes that are written after {@link #leave}. The number is small, so that a download counts during
     * almost its whole body. It is large enough that a short body needs only one write.
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
     * Returns how many bytes of the body may be written now, at least 1. Calls {@link #leave} first if they include
     * the last byte.
     *
     * @param unwritten the rest of the body in bytes, at least 1
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

    /**
     * Stops counting this download or subscription. Idempotent. The caller must call it whether the response succeeds
     * or fails.
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
