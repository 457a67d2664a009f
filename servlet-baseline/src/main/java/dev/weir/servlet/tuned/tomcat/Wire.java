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
 * The way of a file's content to the client: past Tomcat's stream, from file to socket by the kernel, where bytes go out
 * as they are; else through the stream.
 *
 * <p>Tomcat's own way for files takes a whole range at once. Its stream copies, writes at most a socket buffer a system
 * call and keeps the last of it, so that without blocking every grant would end at the poller. Only while the stream is
 * empty may it be passed: its bytes would come later than those behind them. The way past it never waits for the client;
 * when the socket is full the stream is given a little, since it knows how to wait and to fail. Tomcat does not
 * count the bytes that pass it, neither in its metrics nor in its access log. Used by one thread at a time, but for {@link #shut}.
 */
public final class Wire {
    /** Bytes that are given to the stream when the socket is full. */
    private static final int TO_WAIT_WITH = 1024;

    /** Tomcat's HTTP/2 streams buffer so much. A larger piece would stay here while the stream waits for the window. */
    private static final int STREAM_BYTES = 8 * 1024;

    private final ServletOutputStream out;
    private final @Nullable SocketChannel socket;
    private final @Nullable TomcatStream stream;
    private final boolean passes;
    private final OpenFile file;
    private final Content content;
    private final Buffers buffers;
    /** Something is in the stream's buffer; at first status and fields. */
    private boolean unflushed = true;

    /**
     * The wire of a response; where something, a filter say, put its own stream before Tomcat's, that gets every byte.
     *
     * @param fileRegions whether it may pass Tomcat's stream
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
        this.stream = connection == null ? TomcatStream.of(request) : null;
        this.passes = fileRegions
                && connection != null
                && connection.carriesBytesAsTheyAre()
                && out instanceof CoyoteOutputStream;
    }

    /** Bytes of the content. */
    public long length() {
        return content.length();
    }

    /** Looks whether the file is still what was promised; see {@link OpenFile#verify}. */
    public void verify() throws BrokenFileException {
        file.verify();
    }

    /** Whether it can wait for the client without a thread; over HTTP/2 it cannot. */
    public boolean canWait() {
        return socket != null;
    }

    /** Waits for the client no more: the listener is called when there is room. */
    public void start(WriteListener listener) {
        out.setWriteListener(listener);
    }

    /** After {@link #start}: whether anything may be done. */
    public boolean isReady() {
        return out.isReady();
    }

    /** Whether all that was written is on its way. */
    public boolean isFlushed() {
        return !unflushed;
    }

    /** Sends what the stream has kept. */
    public void flush() throws IOException {
        unflushed = false;
        toStream(out::flush);
    }

    /**
     * Writes of what the content has from {@code position} on, at least one byte and at most {@code bytes}; what was
     * written before must be flushed.
     *
     * @return how many it took
     * @throws BrokenFileException when the file does not have them any more
     * @throws IOException when the client has left
     */
    public long write(long position, long bytes) throws IOException {
        long sent = pass(position, bytes);
        if (sent > 0) {
            return sent;
        }
        return socket == null ? copyToStream(position, bytes) : copy(position, bytes);
    }

    private long pass(long position, long bytes) {
        try {
            return socket == null || !passes ? 0 : file.send(socket, content, position, bytes);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Takes no buffer that others could use: a write waits for as long as the client likes. */
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

    /** Over HTTP/2 a window that a client takes back below 0 leads Tomcat to a state that it calls illegal. */
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

    /** Ends both directions, or the stream of HTTP/2 alone, which fails whoever waits for room. */
    public void shut() {
        if (socket != null) {
            WatchedConnection.shut(socket);
        }
        breakOff();
    }

    /** Resets a stream of HTTP/2 whose body is not whole; over HTTP/1.1 the end of the connection shows that. */
    public void breakOff() {
        if (stream != null) {
            stream.breakOff();
        }
    }
}
