package dev.weir.servlet.tuned.tomcat;

import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.connector.exchange.WatchedAnswer;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.apache.catalina.connector.CoyoteOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends a file's content as the body of one response. Over HTTP/1.1 the content usually bypasses Tomcat's output
 * stream: the kernel copies the file to the socket, or this class writes large TLS records. Over HTTP/2 the content
 * goes through Tomcat's output stream.
 *
 * <p>A write that bypasses Tomcat's stream never blocks. When the socket is full, this class writes a few bytes to
 * Tomcat's stream instead, so that Tomcat waits for room in the socket. Only one thread at a time may call the methods,
 * except for {@link #shut}.
 */
public final class Wire {
    /** If the socket is full, this many bytes go to Tomcat's stream. Tomcat then waits until the socket has room. */
    private static final int TO_WAIT_WITH = 1024;

    /** The size of Tomcat's buffer for an HTTP/2 stream, in bytes. A larger write would need a second buffer. */
    private static final int STREAM_BYTES = 8 * 1024;

    private final ServletOutputStream out;
    private final @Nullable SocketChannel socket;
    private final @Nullable TlsRecords tls;
    private final @Nullable TomcatStream stream;
    private final @Nullable FirstWrite first;
    private final OpenFile file;
    private final Content content;
    private final Buffers buffers;
    private final LongConsumer passed;
    /** Whether Tomcat's stream has unsent bytes. At first, these are the status and the header fields. */
    private boolean unflushed = true;

    private volatile boolean shut;

    /** @param passed receives, for each write, how many bytes of content have bypassed Tomcat's output stream */
    Wire(
            ServletRequest request,
            ServletOutputStream out,
            OpenFile file,
            Content content,
            Buffers buffers,
            boolean fileRegions,
            LongConsumer passed) {
        WatchedAnswer.hasOwnLimit(request);
        this.out = out;
        this.passed = passed;
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

    /** Whether {@link #start} may be called. False over HTTP/2: there, each write blocks until the client reads. */
    public boolean canWait() {
        return socket != null;
    }

    boolean passes() {
        return first != null;
    }

    /** Sends the header fields and a short body in one non-blocking write. Returns the number of body bytes sent. */
    long begin() {
        long sent = Objects.requireNonNull(first).send(content.bytes());
        unflushed = sent == 0;
        passed.accept(sent);
        return sent;
    }

    /** Makes all later writes non-blocking. Tomcat calls the listener whenever a write is possible again. */
    public void start(WriteListener listener) {
        out.setWriteListener(listener);
    }

    /** Whether a write or a flush is possible now. If not, Tomcat later calls the listener given to {@link #start}. */
    public boolean isReady() {
        return out.isReady();
    }

    /** Whether Tomcat's stream buffer is empty and the socket has accepted all TLS records. */
    public boolean isFlushed() {
        return !unflushed && (tls == null || tls.areSent());
    }

    public void flush() throws IOException {
        unflushed = false;
        toStream(out::flush);
    }

    /**
     * Writes at least one and at most {@code bytes} bytes of the content, from {@code position} on. Call it only if
     * {@link #isFlushed} is true.
     *
     * @return the number of bytes written
     * @throws IOException when the client has left, or the file has been changed
     */
    public long write(long position, long bytes) throws IOException {
        file.verify();
        long sent = pass(position, bytes);
        passed.accept(sent);
        return sent > 0 ? sent : socket == null ? copyToStream(position, bytes) : copy(position, bytes);
    }

    private long pass(long position, long bytes) throws IOException {
        if (socket == null || !passes()) {
            return 0;
        }
        if (tls != null) {
            return tls.send(file, content, position, bytes);
        }
        try {
            return file.send(socket, content, position, bytes);
        } catch (IOException e) {
            if (shut) {
                throw e; // Tomcat would count bytes that are not sent
            }
            return 0;
        }
    }

    /** Copies content to Tomcat's stream. Uses no buffer of the shared pool, because the write may block for long. */
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

    /** Runs {@code writing}. Turns Tomcat's exception for a negative HTTP/2 window into an {@link IOException}. */
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

    /** Shuts down the connection or resets the HTTP/2 stream, so that a blocked write fails. Any thread may call it. */
    public void shut() {
        shut = true;
        if (socket != null) {
            WatchedConnection.shut(socket);
        }
        breakOff();
    }

    /** Resets the HTTP/2 stream, because its body is incomplete. Does nothing over HTTP/1.1. */
    public void breakOff() {
        if (stream != null) {
            stream.breakOff();
        }
    }
}
