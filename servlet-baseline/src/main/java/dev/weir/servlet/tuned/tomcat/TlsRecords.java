package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.tomcat.util.net.SecureNioChannel;

/**
 * Sends a file's content as TLS records of full size. Tomcat's stream would create one record for each of its small
 * buffers. If the socket does not accept a record, Tomcat's channel keeps the record. Tomcat's stream is then not ready
 * until the record is sent.
 */
record TlsRecords(SecureNioChannel channel, Buffers buffers) {
    /** Writes records until the socket is full. Never blocks. Returns the number of content bytes written. */
    long send(OpenFile file, Content content, long position, long bytes) throws BrokenFileException {
        ByteBuffer piece = buffers.take();
        try {
            piece.limit((int) Math.min(bytes, piece.capacity()));
            file.read(piece, content, position);
            write(piece.flip());
            return piece.position();
        } finally {
            buffers.giveBack(piece);
        }
    }

    /** Writes records until the socket is full or {@code piece} is written. Never blocks. Reports no failure. */
    void write(ByteBuffer piece) {
        try {
            while (piece.hasRemaining() && channel.write(piece) > 0) {
                // The next record.
            }
        } catch (IOException e) {
            // A write to the stream will fail, too, and the container handles that.
        }
    }

    /** Whether the socket has accepted all records. */
    boolean areSent() {
        return channel.getOutboundRemaining() == 0;
    }
}
