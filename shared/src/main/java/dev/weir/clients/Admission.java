package dev.weir.clients;

import dev.weir.throttle.SlowReaders;

/**
 * Permission for one open download or subscription. It counts against the limits of the client and of the server until
 * {@link #leave}.
 *
 * <p>The code that writes a response must call {@link #leave} before the client can read the last byte. Otherwise the
 * client could send its next request while the previous one still counts, and the server might refuse it. Code that
 * writes a body in chunks asks {@link #next} how many bytes it may write. {@code next} calls {@code leave} in time.
 * Code that writes the whole body with one call must call {@code leave} first.
 *
 * <p>So a download does not count while the client reads the last bytes, at most {@link #TAIL_BYTES}. If the client
 * does not read them, the download keeps its open file and its connection until {@link SlowReaders} closes it. The
 * limit of connections per address bounds the number of such downloads.
 *
 * <p>Thread-safe. Never waits, so an event loop may call it.
 */
public final class Admission implements AutoCloseable {
    /**
     * The largest number of bytes that are written after {@link #leave}. The value is small, so that a download counts
     * during almost its whole body. It is large enough that a short body needs only one write.
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
     * Returns the number of bytes of the body that may be written now, at least 1. If the number includes the last
     * byte, this method calls {@link #leave} first.
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
