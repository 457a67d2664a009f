package dev.weir.servlet.web;

import dev.weir.listing.Listing;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.connector.exchange.WatchedAnswer;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import dev.weir.throttle.SlowReaders;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Writes the list of files to one client. A write blocks while the socket is full. If the client reads too slowly,
 * {@link SlowReaders} aborts the response on another thread.
 */
final class ListingBody implements SlowReaders.Body {
    /**
     * The size of a write in bytes. Tomcat's buffer for an HTTP/2 stream has the same size, so it cannot hold two
     * writes. A write therefore waits until the previous write has been sent.
     */
    private static final int PIECE_BYTES = 8 * 1024;

    private final ServletRequest request;
    private final ServletResponse response;
    private final @Nullable TomcatStream stream;
    private final @Nullable SocketChannel socket;

    private volatile long written;
    private volatile boolean writing;

    /** Whether the body has ended. Guarded by {@code this}. */
    private boolean ended;

    ListingBody(ServletRequest request, ServletResponse response) {
        this.request = request;
        this.response = response;
        this.stream = TomcatStream.of(request);
        this.socket =
                request.getServletConnection() instanceof WatchedConnection connection ? connection.socket() : null;
    }

    void write(Listing listing) throws IOException {
        WatchedAnswer.hasOwnLimit(request);
        OutputStream out = response.getOutputStream();
        long sum = 0;
        for (byte[] block = listing.next(); block != null; block = listing.next()) {
            writing = true;
            for (int at = 0; at < block.length; at += PIECE_BYTES) {
                int bytes = Math.min(PIECE_BYTES, block.length - at);
                out.write(block, at, bytes);
                sum += bytes;
                written = sum;
            }
            out.flush();
            writing = false;
        }
    }

    @Override
    public long written() {
        return written;
    }

    @Override
    public boolean holdsGrant() {
        return writing;
    }

    /** Marks the body as ended. {@link #cutOff} then does nothing, because the connection may serve another request. */
    synchronized void end() {
        ended = true;
    }

    @Override
    public synchronized void cutOff() {
        if (ended) {
            return;
        }
        if (stream != null) {
            stream.breakOff();
        } else if (socket != null) {
            WatchedConnection.shut(socket);
        }
    }
}
