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
import org.apache.catalina.connector.CoyoteOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends a file's content to the client. Over HTTP/1.1 the content bypasses Tomcat's stream: in clear text the kernel copies
 * from the file to the socket, and with TLS each piece becomes full records. Otherwise the bytes go through the stream.
 *
 * <p>Tomcat's own {@code sendfile} takes a whole range at once, so it cannot be throttled. Tomcat's stream copies, and keeps
 * the last bytes of a non-blocking write, so that each grant would wait for the poller. The stream may be bypassed only while
 * its buffer is empty. Otherwise bytes would overtake those in the buffer. A write to the socket never waits for the client.
 * When the socket is full, the wire gives a few bytes to the stream, which can wait and fail. With TLS it need not, since the
 * stream also waits for a record that the socket has not taken. Tomcat counts bypassing bytes neither in its metrics nor in
 * its access log. Used by one thread at a time, except {@link #shut}.
 */
public final class Wire {
    /** Bytes that go to the stream when the socket is full, so that the stream waits for room. */
    private static final int TO_WAIT_WITH = 1024;

    /** The buffer of Tomcat's HTTP/2 streams. A larger piece would occupy a buffer here while the stream waits for the window. */
    private static final int STREAM_BYTES = 8 * 1024;

    private final ServletOutputStream out;
    private final @Nullable SocketChannel socket;
    private final @Nullable TlsRecords tls;
    private final @Nullable TomcatStream stream;
    private final boolean passes;
    private final OpenFile file;
    private final Content content;
    private final Buffers buffers;
    /** Whether the stream's buffer holds bytes. At first it holds status and fields. */
    private boolean unflushed = true;

    /**
     * Opens the wire of a response. If a filter has wrapped Tomcat's stream, its stream gets every byte.
     *
     * @param fileRegions whether it may bypass Tomcat's stream
     */
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
        this.passes =
                fileRegions && connection != null && connection.sendsBodyAsItIs() && out instanceof CoyoteOutputStream;
    }

    /** Length of the content in bytes. */
    public long length() {
        return content.length();
    }

    /** Checks that the file has not changed. See {@link OpenFile#verify}. */
    public void verify() throws BrokenFileException {
        file.verify();
    }

    /** Whether it can wait for the client without a thread. Over HTTP/2 it cannot. */
    public boolean canWait() {
        return socket != null;
    }

    /** Makes writes non-blocking: from now on the container calls the listener when there is room. */
    public void start(WriteListener listener) {
        out.setWriteListener(listener);
    }

    /** After {@link #start}: whether a write or flush is allowed now. */
    public boolean isReady() {
        return out.isReady();
    }

    /** Whether the stream's buffer is empty, and the socket has all records. */
    public boolean isFlushed() {
        return !unflushed && (tls == null || tls.areSent());
    }

    /** Sends the bytes in the stream's buffer, and a record that is not sent yet. */
    public void flush() throws IOException {
        unflushed = false;
        toStream(out::flush);
    }

    /**
     * Writes at least one and at most {@code bytes} bytes of the content, from {@code position} on. Earlier writes must have
     * been flushed.
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
        if (socket == null || !passes) {
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

    /** Uses a buffer of its own, not one of the pool, because the write may wait for the client for long. */
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
            buffer.limit((int) Math.min(bytes, passes ? TO_WAIT_WITH : buffer.capacity()));
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

    /** Turns the exception that Tomcat throws when an HTTP/2 client takes its window back below 0 into an I/O error. */
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

    /** Shuts the connection, or over HTTP/2 the stream, so that a write that waits for room fails. */
    public void shut() {
        if (socket != null) {
            WatchedConnection.shut(socket);
        }
        breakOff();
    }

    /** Resets an HTTP/2 stream whose body is not whole. Over HTTP/1.1 the end of the connection shows that. */
    public void breakOff() {
        if (stream != null) {
            stream.breakOff();
        }
    }
}
