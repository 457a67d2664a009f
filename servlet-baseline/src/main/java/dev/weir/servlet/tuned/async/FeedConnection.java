package dev.weir.servlet.tuned.async;

import dev.weir.servlet.connector.exchange.WatchedConnection;
import dev.weir.servlet.tuned.tomcat.StreamConnection;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * The carrier of a feed that has a connection for itself ({@link StreamConnection}). It hears at once that the client left.
 *
 * @param end runs each time that the connection has ended: nothing is written afterwards
 */
record FeedConnection(WebConnection connection, ServletInputStream in, SocketChannel socket, Runnable end)
        implements Carrier, ReadListener {
    /** Bytes read at a time from a client, which should only listen: its bytes occupy no thread for long. */
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
        complete(); // Tomcat reports the end as a failure, too
    }

    /** Shuts the input, so that the container reads its end and closes the connection on a thread of its own. */
    @Override
    public void complete() {
        end.run();
        StreamConnection.close(connection);
        try {
            socket.shutdownInput();
        } catch (IOException e) {
            // It has ended by itself.
        }
    }

    @Override
    public void cutOff() {
        WatchedConnection.shut(socket);
        complete();
    }
}
