package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.Turn;
import java.io.IOException;
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
    private static final int FRAMES_IN_A_ROW = 1_000;

    /** Used only by the thread that reads frames. */
    private final Turn turn = new Turn(FRAMES_IN_A_ROW);

    FrameReading(Http2Protocol protocol, Adapter adapter, @Nullable Request request, SocketWrapperBase<?> wrapper) {
        super(protocol, adapter, request, wrapper);
    }

    /** Called when the reading thread has waited for the client. */
    @Override
    public SocketState upgradeDispatch(SocketEvent event) {
        turn.begin();
        return super.upgradeDispatch(event);
    }

    /** Returns the maximum size of a received frame in bytes. Tomcat asks for it before each frame that it handles. */
    @Override
    public int getMaxFrameSize() {
        turn.step();
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
