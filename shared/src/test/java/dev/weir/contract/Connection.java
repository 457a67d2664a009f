package dev.weir.contract;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One connection to a server. It sends exactly the given requests, and reads only when the test tells it to. */
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

    /** Sends a request and then {@code content}. The caller adds the header field for its length. */
    abstract Connection send(String method, String target, byte[] content, String... fields);

    /** Sends a request with content (ASCII), without announcing its length, and then trailer fields. */
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
     * Sends {@code piece} again and again, with a pause after each, until bytes arrive or the connection ends.
     *
     * @return false if neither happens
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
