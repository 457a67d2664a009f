package dev.weir.servlet;

import dev.weir.catalog.Content;
import dev.weir.catalog.OpenFile;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.apache.catalina.connector.CoyoteOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The socket under a response, for bytes that go out as they are: the kernel copies them from file to socket.
 *
 * <p>Tomcat's own way for files takes a whole range at once. Its stream copies, writes at most a socket buffer a system
 * call and keeps the last of it, so that without blocking every grant would end at the poller. Only while the stream is
 * empty may this be used: its bytes would pass those in there. It never waits for the client; for the disk it may, when
 * the file is not in memory. What goes this way Tomcat does not count, neither in its metrics nor in its access log.
 * Thread-safe.
 */
public final class Wire {
    /** What is left to the stream when the socket is full, so that it waits for room. */
    private static final int TO_WAIT_WITH = 1024;

    private final @Nullable SocketChannel socket;
    private final boolean open;

    private Wire(@Nullable SocketChannel socket, boolean open) {
        this.socket = socket;
        this.open = open;
    }

    /** The wire of a response; it takes nothing where something, a filter say, put its own stream before Tomcat's. */
    public static Wire of(ServletRequest request, ServletResponse response) throws IOException {
        if (!(request.getServletConnection() instanceof WatchedConnection connection)) {
            return new Wire(null, false);
        }
        boolean own = tomcats(response).getOutputStream() instanceof CoyoteOutputStream;
        return new Wire(connection.socket(), own && connection.carriesBytesAsTheyAre());
    }

    /** Spring MVC wraps each response, only to know when it has ended. */
    private static ServletResponse tomcats(ServletResponse response) {
        return response instanceof ServletResponseWrapper wrapper ? wrapper.getResponse() : response;
    }

    /** How many of the bytes it took; when it takes none, they are for the stream, which knows how to wait and to fail. */
    public long send(OpenFile file, Content content, long position, long bytes) {
        try {
            return socket == null || !open ? 0 : file.send(socket, content, position, bytes);
        } catch (IOException e) {
            return 0;
        }
    }

    /** How many bytes to give the stream, of those that this did not take. */
    public int toStream(long bytes, int most) {
        return (int) Math.min(bytes, open ? Math.min(most, TO_WAIT_WITH) : most);
    }

    /** Ends both directions, which fails whoever waits for room in the socket. */
    public void shut() {
        try {
            if (socket != null) {
                socket.shutdownInput();
                socket.shutdownOutput();
            }
        } catch (IOException e) {
            // It has ended by itself.
        }
    }
}
