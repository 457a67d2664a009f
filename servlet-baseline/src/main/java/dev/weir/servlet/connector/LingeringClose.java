package dev.weir.servlet.connector;

import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.apache.coyote.UpgradeToken;
import org.apache.coyote.http11.upgrade.InternalHttpUpgradeHandler;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SSLSupport;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client may still be sending (RFC 9112, 9.6). If a server closes a socket with unread bytes,
 * the kernel resets the connection, and the client may lose the response.
 *
 * <p>First closes the connection for writing, except over TLS. Then discards at most {@link #MOST_BYTES} bytes, for at
 * most {@link #PATIENCE}, without blocking a thread. Uses Tomcat's upgrade mechanism, because Tomcat then frees the
 * request's objects. Tomcat calls this object from one thread at a time.
 */
final class LingeringClose implements InternalHttpUpgradeHandler {
    static final Duration PATIENCE = Duration.ofSeconds(3);
    static final int MOST_BYTES = 8 << 20;

    private static final int BLOCK_BYTES = 8 * 1024;

    private final NioSocketWrapper wrapper;
    private boolean begun;
    private long beginNanos;
    private int left = MOST_BYTES;

    private LingeringClose(NioSocketWrapper wrapper) {
        this.wrapper = wrapper;
    }

    /**
     * Creates an upgrade token that makes Tomcat hand the connection over to a new {@code LingeringClose}. Returns null
     * if the connection is closed or does not use NIO.
     */
    static @Nullable UpgradeToken of(@Nullable SocketWrapperBase<?> wrapper) {
        return wrapper instanceof NioSocketWrapper nio && !nio.isClosed()
                ? new UpgradeToken(new LingeringClose(nio), null, null, "closing")
                : null;
    }

    /** The first call closes the connection for writing, except over TLS. Every call discards the received bytes. */
    @Override
    public SocketState upgradeDispatch(SocketEvent event) {
        try {
            if (!begun) {
                begun = true;
                begin();
            } else if (event != SocketEvent.OPEN_READ || System.nanoTime() - beginNanos > PATIENCE.toNanos()) {
                return SocketState.CLOSED; // the time is over, or the server stops
            }
            if (ended()) {
                return SocketState.CLOSED;
            }
            wrapper.registerReadInterest();
            return SocketState.UPGRADED;
        } catch (IOException e) {
            return SocketState.CLOSED;
        }
    }

    private void begin() throws IOException {
        // Tomcat's poller detects a silent client, but may miss one that sends a byte now and then.
        beginNanos = System.nanoTime();
        wrapper.updateLastRead();
        wrapper.setReadTimeout(PATIENCE.toMillis());
        if (!(wrapper.getSocket() instanceof SecureNioChannel)) { // TLS sends its close_notify when the channel closes
            socket().shutdownOutput();
        }
    }

    private boolean ended() throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        int bytes = 1;
        while (bytes > 0 && left > 0) {
            bytes = socket().read(block.clear());
            left -= bytes;
        }
        return bytes < 0 || left <= 0;
    }

    private SocketChannel socket() {
        return wrapper.getSocket().getIOChannel();
    }

    @Override
    public void init(WebConnection connection) {}

    @Override
    public void timeoutAsync(long now) {}

    @Override
    public void setSocketWrapper(SocketWrapperBase<?> socket) {}

    @Override
    public void setSslSupport(SSLSupport support) {}

    @Override
    public void pause() {}

    @Override
    public void destroy() {}
}
