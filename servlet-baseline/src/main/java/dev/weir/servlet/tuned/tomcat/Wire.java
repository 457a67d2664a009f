package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.BrokenFileException;
import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.connector.exchange.WatchedAnswer;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.apache.catalina.connector.CoyoteOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends a file's content to the client. Over HTTP/1.1 the content bypasses Tomcat's stream: the kernel copies it, or
 * the wire writes TLS records of full size. Over HTTP/2 it goes through Tomcat's stream. Tomcat's {@code sendfile}
 * cannot be throttled. Tomcat's stream keeps the last bytes of a non-blocking write, so each grant would wait for
 * Tomcat's poller.
 *
 * <p>A write that bypasses the stream never blocks, and needs an empty stream buffer. When the socket is full, the wire
 * writes a few bytes to the stream, because the stream can wait for room. Only one thread at a time may use a wire,
 * except for {@link #shut}.
 */
public final class Wire {
    /** The number of bytes to write to the stream when the socket is full, so that the stream waits for room. */
    private static final int TO_WAIT_WITH = 1024;

    /** The size of the buffer of Tomcat's HTTP/2 streams. A larger write would need an additional buffer. */
    private static final int STREAM_BYTES = 8 * 1024;

    private final ServletOutputStream out;
    private final @Nullable SocketChannel socket;
    private final @Nullable TlsRecords tls;
    private final @Nullable TomcatStream stream;
    private final @Nullable FirstWrite first;

    private final OpenFile file;
    private final Content content;
    private final Buffers buffers;
    /** Whether the stream's buffer contains bytes. At first it contains the status and the header fields. */
    private boolean unflushed = true;

    /** With {@code fileRegions}, content bypasses Tomcat's stream, unless a filter has wrapped the stream. */
    Wire(
            ServletRequest request,
            ServletResponse response,
            OpenFile file,
            Content content,
            Buffers buffers,
            boolean fileRegions)
            throws IOException {
        WatchedAnswer.hasOwnLimit(request);
        this.out = response.getOutputStream();
        this.file = file;
        this.content = content;
        this.buffers = buffers;
        WatchedConnection connection =
                request.getServletConnection() instanceof WatchedConnection watched ? watched : null;
        this.socket = connection == null ? null : connection.socket();
        this.tls = connection == null || connection.tls() == null ? null : new TlsRecords(connection.tls(), buffers);
        this.stream = connection == null ? TomcatStream.of(request) : null;
        this.first =
                fileRegions && connection != null && connection.sendsBodyAsItIs() && out instanceof CoyoteOutputStream
                        ? new FirstWrite(connection, tls, buffers)
                        : null;
    }

    public long length() {
        return content.length();
    }

    public void verify() throws BrokenFileException {
        file.verify();
    }

    /** Whether the wire can wait for room in the socket without blocking a thread. Always false over HTTP/2. */
    public boolean canWait() {
        return socket != null;
    }

    boolean passes() {
        return first != null;
    }

    /** Sends the head and short content in one non-blocking write. Returns how many bytes of the content were sent. */
    long begin() {
        long sent = Objects.requireNonNull(first).send(content.bytes());
        unflushed = sent == 0;
        return sent;
    }

    /** Makes writes non-blocking. The container then calls the listener when the stream has room. */
    public void start(WriteListener listener) {
        out.setWriteListener(listener);
    }

    /** Whether a write or flush is allowed now. Call it only after {@link #start}. */
    public boolean isReady() {
        return out.isReady();
    }

    /** Whether the stream's buffer is empty and the socket has accepted all TLS records. */
    public boolean isFlushed() {
        return !unflushed && (tls == null || tls.areSent());
    }

    public void flush() throws IOException {
        unflushed = false;
        toStream(out::flush);
    }

    /**
     * Writes at least one and at most {@code bytes} bytes of the content, from {@code position} on. Earlier writes must
     * have been flushed.
     *
     * @return the number of bytes written
     * @throws BrokenFileException when the file has become too short
     * @throws IOException when the client has left
     */
    public long write(long position, long bytes) throws IOException {
        long sent = pass(position, bytes);
        if (sent > 0) {
            return sent;
        }
        return socket == null ? copyToStream(position, bytes) : copy(position, bytes);
    }

    private long pass(long position, long bytes) throws BrokenFileException {
        if (socket == null || !passes()) {
            return 0;
        }
        if (tls != null) {
            return tls.send(file, content, position, bytes);
        }
        try {
            return file.send(socket, content, position, bytes);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Writes content to a blocking stream. Borrows no buffer, because the write may block for long. */
    private long copyToStream(long position, long bytes) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(bytes, STREAM_BYTES));
        int read = file.read(piece, content, position);
        unflushed = true;
        toStream(() -> out.write(piece.flip()));
        return read;
    }

    private long copy(long position, long bytes) throws IOException {
        ByteBuffer buffer = buffers.take();
        try {
            buffer.limit((int) Math.min(bytes, passes() ? TO_WAIT_WITH : buffer.capacity()));
            int read = file.read(buffer, content, position);
            unflushed = true;
            out.write(buffer.flip());
            return read;
        } finally {
            buffers.giveBack(buffer);
        }
    }

    private interface Writing {
        void run() throws IOException;
    }

    /** Writes. Converts Tomcat's exception to {@link IOException} if the client made its HTTP/2 window negative. */
    private void toStream(Writing writing) throws IOException {
        try {
            writing.run();
        } catch (IllegalStateException e) {
            if (stream == null) {
                throw e;
            }
            throw new IOException(e);
        }
    }

    /** Shuts the connection down, or resets the HTTP/2 stream, so that a blocked write fails. */
    public void shut() {
        if (socket != null) {
            WatchedConnection.shut(socket);
        }
        breakOff();
    }

    /** Resets an HTTP/2 stream whose body is incomplete. Does nothing over HTTP/1.1, where the close is enough. */
    public void breakOff() {
        if (stream != null) {
            stream.breakOff();
        }
    }
}
