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

    /** Sends a request without content. */
    Connection send(String method, String target, String... fields) {
        return send(method, target, new byte[0], fields);
    }

    /** Sends a request and then {@code content}. The caller adds the header field for its length. */
    abstract Connection send(String method, String target, byte[] content, String... fields);

    /** Sends a request with content (ASCII), without announcing its length, and then trailer fields. */
    abstract Connection sendOfUnknownLength(
            String method, String target, String content, List<String> trailers, String... fields);

    /** Sends raw bytes. Over HTTP/2 they are content of the last request. */
    abstract Connection send(byte[] bytes);

    /** Reads status and fields, but not the body. */
    abstract Answer head();

    /** Whether bytes have arrived. */
    abstract boolean hasMore();

    /** Whether the connection has ended, in any way. */
    boolean hasEnded() {
        return some(1).length == 0;
    }

    /**
     * Waits for bytes or for the end of the connection.
     *
     * @return false if neither comes in time
     */
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

    /** Reads until the connection ends, in any way. */
    byte[] untilItEnds() {
        return some(Integer.MAX_VALUE);
    }

    /** Reads {@code most} bytes of the body. Returns fewer only if the body ends or is broken off. */
    abstract byte[] some(int most);

    /** Waits for more bytes of the body and reads them. Returns none if the body ends or is broken off. */
    abstract byte[] piece();

    /**
     * Reads the rest of the body.
     *
     * @param already the number of bytes of the body that the caller has read
     */
    abstract Answer rest(int already);

    Answer answer() {
        head();
        return rest(0);
    }

    /** Closes the connection with a reset, as the kernel does for a killed process. */
    abstract void reset();

    @Override
    public void close() {
        socket.close();
    }
}
