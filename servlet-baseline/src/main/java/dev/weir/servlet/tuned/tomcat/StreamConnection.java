package dev.weir.servlet.tuned.tomcat;

import dev.weir.access.AccessEntry;
import dev.weir.servlet.connector.WatchedProtocol;
import dev.weir.servlet.connector.exchange.UpgradedConnection;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Takes over the connection of an event stream from Tomcat by the servlet API's HTTP upgrade. This frees the objects
 * that Tomcat keeps for a waiting request (see {@link WatchedProtocol}).
 *
 * <p>The status and the header fields are sent before the upgrade. The client does not notice the upgrade. After the
 * upgrade, the stream can read from the connection, and so it can notice at once that the client has left. Only one
 * thread at a time calls an object of this class.
 */
public final class StreamConnection implements HttpUpgradeHandler {
    /** Writes the events of the stream. */
    public interface Feed {
        /**
         * Starts the stream after the upgrade, on the thread that served the request. May block until the stream ends.
         *
         * @return a task that runs when the connection has ended
         */
        Runnable begin(WebConnection connection, SocketChannel socket) throws IOException;
    }

    private @Nullable Feed feed;
    private Runnable ended = () -> {};
    private @Nullable WatchedConnection watched;
    private Duration writeTimeout = Duration.ZERO;
    private @Nullable WebConnection taken;
    private @Nullable AccessEntry entry;

    /**
     * Whether the connection can be taken over. This requires HTTP/1.1 without TLS, a request without a body, and a
     * response that Tomcat sends unchanged.
     */
    public static boolean isPossible(HttpServletRequest request) {
        return request.getServletConnection() instanceof WatchedConnection connection
                && connection.tls() == null
                && connection.sendsBodyAsItIs()
                && request.getContentLengthLong() <= 0
                && request.getHeader("Transfer-Encoding") == null;
    }

    /**
     * Sends the status, the header fields and the first bytes of the stream. The feed starts when the request's thread
     * has returned to the container.
     *
     * @param writeTimeout the maximum time for which a blocking write waits for the client
     * @param ended runs once if this method succeeds but the feed does not start
     * @throws IOException if the client has left. The feed then does not start, and {@code ended} does not run
     */
    public static void handOver(
            HttpServletRequest request,
            HttpServletResponse response,
            byte[] opening,
            Duration writeTimeout,
            Feed feed,
            Runnable ended)
            throws IOException {
        WatchedConnection watched = (WatchedConnection) request.getServletConnection();
        response.setHeader("Connection", "close");
        response.getOutputStream().write(opening);
        response.flushBuffer(); // before the upgrade, which would change the status
        try {
            StreamConnection connection = request.upgrade(StreamConnection.class);
            connection.watched = watched;
            connection.writeTimeout = writeTimeout;
            connection.feed = feed;
            connection.ended = ended;
            if (request.getAttribute(AccessEntry.NAME) instanceof AccessEntry entry) {
                entry.takeOver();
                entry.sent(opening.length);
                connection.entry = entry;
            }
        } catch (ServletException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void init(WebConnection connection) {
        if (feed == null || watched == null) {
            return;
        }
        taken = connection;
        try {
            watched.writeTimeout().accept(writeTimeout);
            ended = feed.begin(connection, watched.socket());
        } catch (IOException | RuntimeException e) {
            close(connection); // the client has left, or the feed could not begin
            destroy(); // Tomcat calls it only after a successful init
        }
    }

    /** Closes the connection after all written bytes are sent. Ignores a failure. */
    public static void close(WebConnection connection) {
        try {
            connection.close();
        } catch (Exception e) {
            // The client has left, and the last bytes are lost.
        }
    }

    /** Runs the task for the end of the connection. Tomcat may call this twice, but the task runs once. */
    @Override
    public void destroy() {
        Runnable last = ended;
        ended = () -> {};
        last.run();
        if (entry != null) {
            entry.end(HttpServletResponse.SC_OK, taken == null ? 0 : UpgradedConnection.sent(taken), false);
        }
    }
}
