package dev.weir.servlet;

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
 * Closes a connection whose client may still be sending: RFC 9112, 9.6.
 *
 * <p>Closed at once, the kernel would answer what comes with a reset, which may take the answer from the client before it
 * has read it. So the connection is closed for writing, and what comes is thrown away, without a thread, until the client
 * closes it too, for {@link #PATIENCE} and {@link #MOST_BYTES} at most. Tomcat's upgrade takes the request's objects from
 * the connection meanwhile.
 *
 * <p>Tomcat calls it from one thread at a time.
 */
final class LingeringClose implements InternalHttpUpgradeHandler {
    static final Duration PATIENCE = Duration.ofSeconds(3);
    static final int MOST_BYTES = 8 << 20;

    private static final int BLOCK_BYTES = 8 * 1024;

    private final NioSocketWrapper wrapper;
    private boolean begun;
    private int left = MOST_BYTES;

    private LingeringClose(NioSocketWrapper wrapper) {
        this.wrapper = wrapper;
    }

    /** What Tomcat hands the connection over with; null when it is none that can linger. */
    static @Nullable UpgradeToken of(@Nullable SocketWrapperBase<?> wrapper) {
        return wrapper instanceof NioSocketWrapper nio && !nio.isClosed()
                ? new UpgradeToken(new LingeringClose(nio), null, null, "closing")
                : null;
    }

    /** The first event is the one that ended the request. */
    @Override
    public SocketState upgradeDispatch(SocketEvent event) {
        try {
            if (!begun) {
                begun = true;
                begin();
            } else if (event != SocketEvent.OPEN_READ) {
                return SocketState.CLOSED; // its time is over, or the server's
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
        // Tomcat's poller watches the time. Nothing below reads by the wrapper, so it counts from here, whatever comes.
        wrapper.updateLastRead();
        wrapper.setReadTimeout(PATIENCE.toMillis());
        if (!(wrapper.getSocket()
                instanceof SecureNioChannel)) { // TLS has an end of its own, which is written at the close
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
