package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.WatchedAnswer;
import java.time.Duration;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.http11.upgrade.InternalHttpUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Supports HTTP/2 by ALPN and by prior knowledge, but not by {@code Upgrade: h2c}, which RFC 9113 has removed. After
 * such an upgrade, Tomcat would never reopen the client's flow-control window.
 */
final class PriorKnowledge extends Http2Protocol {
    /** How long a pool thread may block while it writes a control frame, such as 100 (Continue). Tomcat's default. */
    private static final Duration OF_CONTROL_FRAMES = Duration.ofSeconds(5);

    /**
     * Returns the time-out, in milliseconds, for a write by the calling thread. Then Tomcat closes the connection. A
     * virtual thread gets the long time-out of downloads, because its wait costs no pool thread. A thread that writes
     * through a {@link WatchedAnswer} gets it, too.
     */
    @Override
    public long getWriteTimeout() {
        boolean patient = Thread.currentThread().isVirtual() || WatchedAnswer.isWrittenHere();
        return patient ? super.getWriteTimeout() : OF_CONTROL_FRAMES.toMillis();
    }

    @Override
    public boolean accept(Request request) {
        return false; // the request is answered over HTTP/1.1
    }

    @Override
    public InternalHttpUpgradeHandler getInternalUpgradeHandler(
            SocketWrapperBase<?> wrapper, Adapter adapter, @Nullable Request request) {
        return new ConnectionWindow(this, adapter, request, wrapper);
    }
}
