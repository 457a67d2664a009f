package dev.weir.servlet.tuned.tomcat;

import dev.weir.servlet.connector.exchange.WatchedConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the status, the header fields and a short body in one non-blocking write. Tomcat itself can write without
 * blocking only after the request has become asynchronous.
 */
record FirstWrite(WatchedConnection connection, @Nullable TlsRecords tls, Buffers buffers) {
    /**
     * Sends as many bytes as the socket accepts. Never blocks. Ignores a failure, because the next write fails, too.
     *
     * @param body must fit into one buffer of {@link Buffers}, together with the status and the header fields
     * @return the number of body bytes sent. If it is 0, some of the header fields may be unsent
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
