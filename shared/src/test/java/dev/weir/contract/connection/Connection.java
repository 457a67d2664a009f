package dev.weir.contract.connection;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A connection to a server. It sends exactly the given requests, and reads only when the test tells it to. */
public abstract class Connection implements AutoCloseable {
    private static final int TRICKLE_MILLIS = 100;
    private static final int TRICKLES = 100;

    private final ClientSocket socket;

    protected Connection(ClientSocket socket) {
        this.socket = socket;
    }

    public ClientSocket socket() {
        return socket;
    }

    public Connection send(String method, String target, String... fields) {
        return send(method, target, new byte[0], fields);
    }

    /** Sends a request with body {@code content}. The caller must add the Content-Length field to {@code fields}. */
    public abstract Connection send(String method, String target, byte[] content, String... fields);

    /** Sends a request with an ASCII body, and trailer fields after it. Does not announce the length of the body. */
    public abstract Connection sendOfUnknownLength(
            String method, String target, String content, List<String> trailers, String... fields);

    public abstract Connection send(byte[] bytes);

    public abstract Answer head();

    public abstract boolean hasMore();

    public boolean hasEnded() {
        return some(1).length == 0;
    }

    public abstract boolean stirsWithin(int millis);

    /**
     * Sends {@code piece} up to 100 times, with a pause of 100 ms after each, until bytes arrive or the connection
     * ends.
     *
     * @return whether bytes have arrived or the connection has ended
     */
    public boolean stirsWhileItTrickles(String piece) {
        byte[] bytes = piece.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < TRICKLES; i++) {
            try {
                send(bytes);
            } catch (UncheckedIOException e) {
                return true; // the connection has ended
            }
            if (stirsWithin(TRICKLE_MILLIS)) {
                return true;
            }
        }
        return false;
    }

    public byte[] untilItEnds() {
        return some(Integer.MAX_VALUE);
    }

    public abstract byte[] some(int most);

    public abstract byte[] piece();

    public abstract Answer rest(int already);

    public Answer answer() {
        head();
        return rest(0);
    }

    public abstract void reset();

    @Override
    public void close() {
        socket.close();
    }
}
