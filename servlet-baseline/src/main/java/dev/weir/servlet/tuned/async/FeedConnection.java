package dev.weir.servlet.tuned.async;

import dev.weir.servlet.connector.exchange.WatchedConnection;
import dev.weir.servlet.tuned.tomcat.StreamConnection;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * Ends a connection that a feed has taken over from Tomcat ({@link StreamConnection}).
 *
 * @param end runs when the connection has ended, possibly more than once. Afterwards the feed must not write
 */
record FeedConnection(WebConnection connection, ServletInputStream in, SocketChannel socket, Runnable end)
        implements Carrier, ReadListener {
    /** Maximum number of bytes in one read. Small, because a client of an event stream should send nothing. */
    private static final int IGNORED_BYTES = 256;

    @Override
    public void listen() {
        in.setReadListener(this);
    }

    @Override
    public void onDataAvailable() throws IOException {
        if (in.isReady() && in.read(new byte[IGNORED_BYTES]) < 0) {
            complete();
        }
    }

    @Override
    public void onAllDataRead() {
        complete();
    }

    @Override
    public void onError(Throwable failure) {
        complete(); // Tomcat may report the client's end as a failure
    }

    /**
     * Ends the feed and closes its output. The container then reads the end of the input, and closes the connection.
     */
    @Override
    public void complete() {
        end.run();
        StreamConnection.close(connection);
        try {
            socket.shutdownInput();
        } catch (IOException e) {
            // The connection has already ended.
        }
    }

    @Override
    public void cutOff() {
        WatchedConnection.shut(socket);
        complete();
    }
}
