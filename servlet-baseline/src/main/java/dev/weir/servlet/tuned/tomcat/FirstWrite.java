package dev.weir.servlet.tuned.tomcat;

import dev.weir.servlet.connector.exchange.WatchedConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the status, the header fields and a short body in one write that does not block. Tomcat itself can write
 * without blocking only after the request has become asynchronous.
 */
record FirstWrite(WatchedConnection connection, @Nullable TlsRecords tls, Buffers buffers) {
    /**
     * Sends as many bytes as the socket has room for. Never blocks, and reports no failure, because the next write
     * fails, too.
     *
     * @param body must fit into one buffer of {@link Buffers}, together with the status and the header fields
     * @return the number of bytes of the body that were sent. If it is at least 1, the status and all header
     *     fields were sent, too
     */
    long send(ByteBuffer body) {
        ByteBuffer head = connection.head().get();
        int headBytes = head.remaining();
        if (headBytes == 0) {
            return 0; // the connection has just been closed
        }
        ByteBuffer both = buffers.take();
        try {
            both.put(head.duplicate()).put(body).flip();
            write(both);
            int sent = both.position();
            head.position(head.position() + Math.min(sent, headBytes));
            return Math.max(0, sent - headBytes);
        } finally {
            buffers.giveBack(both);
        }
    }

    private void write(ByteBuffer both) {
        if (tls != null) {
            tls.write(both);
            return;
        }
        try {
            connection.socket().write(both);
        } catch (IOException e) {
            // The container handles the failure of the next write.
        }
    }
}
