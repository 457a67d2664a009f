package dev.weir.contract;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One connection to a server: sends the requests that it is given, and reads no more than it is told to. */
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

    /** Sends a request and what comes after its fields, of which none says so by itself. */
    abstract Connection send(String method, String target, byte[] content, String... fields);

    /** Sends a request whose content (ASCII) has an end that no field tells, and fields after it. */
    abstract Connection sendOfUnknownLength(
            String method, String target, String content, List<String> trailers, String... fields);

    /** Sends bytes as they are: a part of a request; on HTTP/2 a part of the last request's content. */
    abstract Connection send(byte[] bytes);

    /** Reads status and fields, and nothing of the body. */
    abstract Answer head();

    /** Whether something has come. */
    abstract boolean hasMore();

    /** Whether nothing more comes because the connection has ended, however it did. */
    boolean hasEnded() {
        return some(1).length == 0;
    }

    /** Waits so long for something to come, or for the end; false if nothing does. */
    abstract boolean stirsWithin(int millis);

    /** Sends a piece again and again, in a trickle, until something comes or the connection ends; false: it never does. */
    boolean stirsWhileItTrickles(String piece) {
        byte[] bytes = piece.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < TRICKLES; i++) {
            try {
                send(bytes);
            } catch (UncheckedIOException e) {
                return true; // it has ended
            }
            if (stirsWithin(TRICKLE_MILLIS)) {
                return true;
            }
        }
        return false;
    }

    /** What comes before the connection ends, however it ends. */
    byte[] untilItEnds() {
        return some(Integer.MAX_VALUE);
    }

    /** Reads some of the body, at most {@code most} bytes; fewer only when it ends, or is broken off. */
    abstract byte[] some(int most);

    /** Waits for more of the body and reads what has come of it; empty when it ends, or is broken off. */
    abstract byte[] piece();

    /** Reads what is left of the body after {@link #head} and {@code already} bytes of it. */
    abstract Answer rest(int already);

    Answer answer() {
        head();
        return rest(0);
    }

    /** Goes away as a killed process does: with a reset. */
    abstract void reset();

    @Override
    public void close() {
        socket.close();
    }
}
