package dev.weir.servlet.tuned.async;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The output of an {@link EventFeed}. It writes the opening of the stream first, and flushes. Used under the request's lock,
 * except for {@link #hasTaken}.
 */
final class FeedOutput {
    /** The bytes that a client must take in one piece to count as reading, where a thread waits for it. */
    private static final int PIECE_BYTES = 8 * 1024;

    /** Writes to an output. */
    interface Write {
        void run() throws IOException;
    }

    private final ServletOutputStream out;
    private final boolean waits;
    private byte @Nullable [] opening;
    private boolean unflushed;
    private boolean ended;

    /** Whether the client has taken a piece. The writing thread sets it, and the loop resets it. */
    private volatile boolean taken;

    /**
     * Writes nothing yet.
     *
     * @param opening the first bytes of the stream; null when they have been sent
     * @param waits whether a write waits for the client
     */
    FeedOutput(ServletOutputStream out, byte @Nullable [] opening, boolean waits) {
        this.out = out;
        this.opening = opening;
        this.waits = waits;
    }

    /** Has the container call the listener when there is room. Only for an output whose writes do not wait. */
    void listen(WriteListener listener) {
        out.setWriteListener(listener);
    }

    /** Writes bytes, which {@link #proceed} then flushes. */
    void write(byte[] bytes) throws IOException {
        int most = waits ? PIECE_BYTES : Math.max(1, bytes.length);
        for (int at = 0; at < bytes.length; at += most) {
            out.write(bytes, at, Math.min(most, bytes.length - at));
            taken = true;
        }
        unflushed = true;
    }

    /** Writes the opening and flushes, as far as there is room. Returns true when everything is sent. */
    boolean proceed() throws IOException {
        while (!ended && out.isReady()) {
            if (opening != null) {
                out.write(opening);
                opening = null;
                unflushed = true;
            } else if (unflushed) {
                unflushed = false;
                out.flush();
            } else {
                return true;
            }
        }
        return false;
    }

    /** Whether the client has taken a piece since the last call. Always false where writes do not wait. */
    boolean hasTaken() {
        boolean some = waits && taken;
        taken = false;
        return some;
    }

    /** Forbids all further writes. */
    void end() {
        ended = true;
    }
}
