package dev.weir.servlet.tuned.async;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the bytes of an {@link EventFeed}, which is one event stream. A caller must hold the request's lock, except for
 * {@link #hasTaken}.
 */
final class FeedOutput {
    /** Maximum number of bytes in one blocking write. A client that does not read them in time is disconnected. */
    private static final int PIECE_BYTES = 8 * 1024;

    private final ServletOutputStream out;
    private final boolean waits;
    private byte @Nullable [] opening;
    private boolean unflushed;
    private boolean ended;

    /**
     * Whether a write has returned since the last call of {@link #hasTaken}. The writing thread sets this field, and
     * {@link #hasTaken} resets it on another thread.
     */
    private volatile boolean taken;

    /**
     * @param opening the first bytes of the stream, or null if they are already sent
     * @param waits whether a write blocks until the client reads
     */
    FeedOutput(ServletOutputStream out, byte @Nullable [] opening, boolean waits) {
        this.out = out;
        this.opening = opening;
        this.waits = waits;
    }

    /** Makes writes non-blocking. The container calls the listener whenever the output has room again. */
    void listen(WriteListener listener) {
        out.setWriteListener(listener);
    }

    void write(byte[] bytes) throws IOException {
        int most = waits ? PIECE_BYTES : Math.max(1, bytes.length);
        for (int at = 0; at < bytes.length; at += most) {
            out.write(bytes, at, Math.min(most, bytes.length - at));
            taken = true;
        }
        unflushed = true;
    }

    /** Sends the pending bytes. Returns true if all are sent, and false if the output is full or has ended. */
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

    /**
     * Returns whether a blocking write has returned since the previous call of this method. Always false if writes do
     * not block.
     */
    boolean hasTaken() {
        boolean some = waits && taken;
        taken = false;
        return some;
    }

    void end() {
        ended = true;
    }
}
