package dev.weir.contract;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A connection to a server. It sends exactly the given requests, and reads only when the test tells it to. */
abstract class Connection implements AutoCloseable {
    private static final int TRICKLE_MILLIS = 100;
    private static final int TRICKLES = 100;

    private final ClientSocket socket;

    Connection(ClientSocket socket) {
        this.socket = socket;
    }

    ClientSocket socket() {
        return socket;
    }

    Connection send(String method, String target, String... fields) {
        return send(method, target, new byte[0], fields);
    }

    /** Sends a request with body {@code content}. The caller must add the Content-Length field to {@code fields}. */
    abstract Connection send(String method, String target, byte[] content, String... fields);

    /** Sends a request with an ASCII body, and trailer fields after it. Does not announce the length of the body. */
    abstract Connection sendOfUnknownLength(
            String method, String target, String content, List<String> trailers, String... fields);

    abstract Connection send(byte[] bytes);

    abstract Answer head();

    abstract boolean hasMore();

    boolean hasEnded() {
        return some(1).length == 0;
    }

    abstract boolean stirsWithin(int millis);

    /**
     * Sends {@code piece} up to 100 times, with a pause of 100 ms after each, until bytes arrive or the connection
     * ends.
     *
     * @return whether bytes have arrived or the connection has ended
     */
    boolean stirsWhileItTrickles(String piece) {
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

    byte[] untilItEnds() {
        return some(Integer.MAX_VALUE);
    }

    abstract byte[] some(int most);

    abstract byte[] piece();

    abstract Answer rest(int already);

    Answer answer() {
        head();
        return rest(0);
    }

    abstract void reset();

    @Override
    public void close() {
        socket.close();
    }
}
