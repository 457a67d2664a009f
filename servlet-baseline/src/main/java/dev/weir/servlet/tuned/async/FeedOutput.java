package dev.weir.servlet.tuned.async;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The output of an {@link EventFeed}: knows what comes first, and what is not flushed yet. Used under the request's lock,
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

    /** A piece of what is being written has left; set by the writing thread, and reset on the loop. */
    private volatile boolean taken;

    /**
     * Writes nothing yet.
     *
     * @param opening what the stream begins with; null when that is sent
     * @param waits whether a write waits for the client
     */
    FeedOutput(ServletOutputStream out, byte @Nullable [] opening, boolean waits) {
        this.out = out;
        this.opening = opening;
        this.waits = waits;
    }

    /** Has the container call the listener when there is room; the output must not be one that waits. */
    void listen(WriteListener listener) {
        out.setWriteListener(listener);
    }

    /** Writes what {@link #proceed} then flushes. */
    void write(byte[] bytes) throws IOException {
        int most = waits ? PIECE_BYTES : Math.max(1, bytes.length);
        for (int at = 0; at < bytes.length; at += most) {
            out.write(bytes, at, Math.min(most, bytes.length - at));
            taken = true;
        }
        unflushed = true;
    }

    /** Writes the opening and flushes, as far as there is room; true when all is on its way. */
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

    /** Whether the client has taken a piece since this was asked last, where writes wait. */
    boolean hasTaken() {
        boolean some = waits && taken;
        taken = false;
        return some;
    }

    /** Nothing may be written any more. */
    void end() {
        ended = true;
    }
}
