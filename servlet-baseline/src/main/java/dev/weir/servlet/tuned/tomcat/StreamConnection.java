package dev.weir.servlet.tuned.tomcat;

import dev.weir.servlet.connector.WatchedProtocol;
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
 * The connection of a stream of events, taken out of the container's hands once status and fields are sent.
 *
 * <p>Tomcat keeps much for a request that waits ({@link WatchedProtocol}). A stream that has begun needs none of it: only
 * the end can still be read, and the response ends with the connection. The servlet API's upgrade gives it all back, and
 * leaves a socket with a stream that can wait for room. The upgrade is meant for other protocols, but the client does not
 * notice it: it sees a response of HTTP/1.1 without a length. After the upgrade the container reads from the connection
 * again, so it notices at once that the client left.
 *
 * <p>Tomcat makes it, by its class, and calls it from one thread at a time.
 */
public final class StreamConnection implements HttpUpgradeHandler {
    /** The writer of the stream. */
    public interface Feed {
        /**
         * Begins. Whatever it does before it returns, it does on the thread that the request had.
         *
         * @return what is to run when the connection has ended
         */
        Runnable begin(WebConnection connection, SocketChannel socket) throws IOException;
    }

    private @Nullable Feed feed;
    private Runnable ended = () -> {};
    private @Nullable WatchedConnection watched;
    private Duration writeTimeout = Duration.ZERO;

    /** Whether what is written would be what the client gets, and no content is to come that would be waited for first. */
    public static boolean isPossible(HttpServletRequest request) {
        return request.getServletConnection() instanceof WatchedConnection connection
                && connection.carriesBytesAsTheyAre()
                && request.getContentLengthLong() <= 0
                && request.getHeader("Transfer-Encoding") == null;
    }

    /**
     * Sends status, fields and an opening; the feed begins when the request's thread has returned to the container.
     *
     * @param writeTimeout for how long a write that blocks waits for the client
     * @param ended runs once, when the connection ends without having begun
     * @throws IOException when the client has left; nothing of the feed is called then
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
        response.flushBuffer(); // before the upgrade, whose status would be another
        try {
            StreamConnection connection = request.upgrade(StreamConnection.class);
            connection.watched = watched;
            connection.writeTimeout = writeTimeout;
            connection.feed = feed;
            connection.ended = ended;
        } catch (ServletException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void init(WebConnection connection) {
        if (feed == null || watched == null) {
            return;
        }
        try {
            watched.writeTimeout().accept(writeTimeout);
            ended = feed.begin(connection, watched.socket());
        } catch (IOException e) {
            close(connection); // the client has left
        }
    }

    /** Ends it, once what was written is sent. */
    public static void close(WebConnection connection) {
        try {
            connection.close();
        } catch (Exception e) {
            // The last bytes are not sent.
        }
    }

    /** Also when the feed never began. Tomcat may call it twice. */
    @Override
    public void destroy() {
        Runnable last = ended;
        ended = () -> {};
        last.run();
    }
}
