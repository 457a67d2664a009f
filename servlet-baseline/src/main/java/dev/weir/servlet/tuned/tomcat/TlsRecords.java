package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.tomcat.util.net.SecureNioChannel;

/**
 * Writes a file's content to a TLS connection in records of full size. Tomcat's own output stream would write one small
 * record for each of its buffers. When the socket is full, {@code channel} keeps the last record, and Tomcat sends it
 * later.
 */
record TlsRecords(SecureNioChannel channel, Buffers buffers) {
    /**
     * Writes up to {@code bytes} bytes of {@code content}, from the content's byte {@code position} on. Never blocks.
     * Returns the number of bytes written.
     */
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

    /** Writes {@code piece} until it is empty or the socket is full. Never blocks. Ignores I/O errors. */
    void write(ByteBuffer piece) {
        try {
            while (piece.hasRemaining() && channel.write(piece) > 0) {
                // The next record.
            }
        } catch (IOException e) {
            // The next write to Tomcat's output stream fails, too, and the container handles that failure.
        }
    }

    /** Whether the socket has accepted all TLS records. */
    boolean areSent() {
        return channel.getOutboundRemaining() == 0;
    }
}
