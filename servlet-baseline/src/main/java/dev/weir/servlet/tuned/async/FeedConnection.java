package dev.weir.servlet.tuned.async;

import dev.weir.servlet.connector.exchange.WatchedConnection;
import dev.weir.servlet.tuned.tomcat.StreamConnection;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * The connection of an event stream, taken over from Tomcat by {@link StreamConnection}.
 *
 * @param end runs when the connection ends, possibly more than once. After its first run, nothing may be written
 */
record FeedConnection(WebConnection connection, ServletInputStream in, SocketChannel socket, Runnable end)
        implements Carrier, ReadListener {
    /** Maximum number of bytes to read and discard at once. The client of an event stream should send nothing. */
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
        complete(); // Tomcat may report a failure when the client leaves
    }

    /** Ends the event stream, and closes the output and the input. The container then closes the connection. */
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
