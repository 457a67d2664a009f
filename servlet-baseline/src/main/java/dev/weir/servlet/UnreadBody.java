package dev.weir.servlet;

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
 * Reads what has come of a body that nobody wants, without waiting for the rest.
 *
 * <p>Tomcat would wait for it on the connector's thread, after the answer, for as long as its time-out lasts. It reads
 * without waiting only for a request that has a listener, so the request has one meanwhile. Thread-safe.
 */
final class UnreadBody {
    /** A body of more is not worth the connection. */
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

    /** Has {@code processor} asked before anything is done to the response, before its head is written above all. */
    void ask(Response response, ActionHook processor) {
        hook.set(response, processor);
    }

    /** Reads on the thread that has the request; whether the body is whole. */
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

    /** Whether it is about to be decided what the answer's head says. */
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
