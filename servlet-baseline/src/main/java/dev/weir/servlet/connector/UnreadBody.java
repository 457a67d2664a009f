package dev.weir.servlet.connector;

import dev.weir.servlet.connector.exchange.TomcatField;
import jakarta.servlet.ReadListener;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.apache.coyote.ActionCode;
import org.apache.coyote.ActionHook;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Discards the received bytes of a request body that the application does not read. Tomcat itself would block a thread
 * until the whole body has arrived. This class sets a {@link ReadListener}, because Tomcat then reads without blocking.
 * Thread-safe.
 */
final class UnreadBody {
    /** Maximum number of bytes to discard. If more bytes have arrived, the connection is closed after the response. */
    private static final int MOST_BYTES = 1 << 20;

    private static final ReadListener NOBODY = new ReadListener() {
        @Override
        public void onDataAvailable() {}

        @Override
        public void onAllDataRead() {}

        @Override
        public void onError(Throwable failure) {}
    };

    private final VarHandle listener = TomcatField.of(Request.class, "listener", ReadListener.class);
    private final VarHandle hook = TomcatField.of(Response.class, "hook", ActionHook.class);

    /**
     * Makes Tomcat pass each action on this response, such as a commit, to {@code processor}. The action then happens
     * only if {@code processor} performs it.
     */
    void ask(Response response, ActionHook processor) {
        hook.set(response, processor);
    }

    /**
     * Discards the bytes of the request body that have arrived. Returns whether the body is complete. Call it on the
     * thread that serves the request.
     */
    boolean skip(Request request) {
        boolean alone = listener.compareAndSet(request, null, NOBODY);
        try {
            Skipped skipped = new Skipped();
            int bytes = 1;
            for (long left = MOST_BYTES; left > 0 && bytes > 0; left -= bytes) {
                bytes = request.getInputBuffer().doRead(skipped);
            }
            return bytes < 0;
        } catch (IOException | IllegalStateException e) {
            return false; // malformed, or the client has left
        } finally {
            if (alone) {
                listener.set(request, null);
            }
        }
    }

    /** Returns whether the action makes Tomcat send the response head, unless Tomcat has sent it already. */
    static boolean decidesHead(ActionCode code) {
        return code == ActionCode.COMMIT || code == ActionCode.CLOSE || code == ActionCode.CLIENT_FLUSH;
    }

    private static final class Skipped implements ApplicationBufferHandler {
        private ByteBuffer bytes = ByteBuffer.allocate(0);

        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            bytes = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return bytes;
        }

        @Override
        public void expand(int size) {}
    }
}
