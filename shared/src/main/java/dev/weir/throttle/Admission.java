package dev.weir.throttle;

/**
 * The place of one download or subscription among those that its client, and the server, may have open at once.
 *
 * <p>It is free again before the client can read the last byte of the answer: a client that asks for one thing after
 * another must never be refused because of the thing before, whichever thread is late. So whoever writes a body asks
 * {@link #next} how much of a grant it may write, and whoever answers in one piece calls {@link #leave} first.
 *
 * <p>A client that does not read the end holds no place any more, but its connection, which is counted per address, and
 * its file, until {@link SlowReaders} cuts it off. What is left to write then is at most {@link #TAIL_BYTES}.
 *
 * <p>Thread-safe; never waits, so an event loop may call it.
 */
public final class Admission {
    /**
     * The most that is written without a place. Small, so that a place is held for as good as the whole body; not one
     * byte, since bodies up to this length then cost no write more.
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
     * How many bytes of a body may be written now, at least 1; gives the place back when they are its last.
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

    /** Gives the place back, at the first call; it must be called, however the answer ends. */
    public synchronized void leave() {
        if (!left) {
            left = true;
            clients.leave(client, use);
        }
    }
}
