package dev.weir.servlet.connector.http2;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP/2 connection, whose frames are read on virtual threads ({@link RequestThreads}). A client that never
 * stops sending leaves the processors to others, and a slow client need not take a PING of Tomcat.
 */
abstract class FrameReading extends Http2AsyncUpgradeHandler {
    /** How many frames a thread reads before it pauses. */
    private static final int MOST_IN_A_ROW = 1_000;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The frames since the reading thread has waited for the client. Used only by the thread that reads frames. */
    private int framesInARow;

    FrameReading(Http2Protocol protocol, Adapter adapter, @Nullable Request request, SocketWrapperBase<?> wrapper) {
        super(protocol, adapter, request, wrapper);
    }

    /** Called when the reading thread has waited for the client. */
    @Override
    public SocketState upgradeDispatch(SocketEvent event) {
        framesInARow = 0;
        return super.upgradeDispatch(event);
    }

    /**
     * Returns the maximum size of a received frame in bytes. Tomcat asks for it before each frame, so this method can
     * pause a client that never stops sending. Otherwise the reading thread, if it is virtual, would never leave its
     * processor to others. {@link Thread#yield} would not suffice: threads that yield go before those that wake up.
     */
    @Override
    public int getMaxFrameSize() {
        framesInARow++;
        if (framesInARow % MOST_IN_A_ROW == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return super.getMaxFrameSize();
    }

    /**
     * Sends only Tomcat's first PING, which measures the round-trip time. A later one could have to wait for a slow
     * client. Meanwhile Tomcat would read no frames.
     */
    @Override
    protected PingManager getPingManager() {
        return new AsyncPingManager() {
            @Override
            public void sendPing(boolean first) throws IOException {
                if (first) {
                    super.sendPing(true);
                }
            }
        };
    }
}
