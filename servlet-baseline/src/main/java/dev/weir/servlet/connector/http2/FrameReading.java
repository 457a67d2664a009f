package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.Turn;
import java.io.IOException;
import java.util.concurrent.locks.Lock;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP/2 connection, whose frames are read by virtual threads. A pool thread would be occupied as long as the
 * client sends without a pause. The reading thread takes turns with others ({@link Turn}).
 */
abstract class FrameReading extends Http2AsyncUpgradeHandler {
    private static final int FRAMES_IN_A_ROW = 1_000;

    private final SocketWrapperBase<?> wrapper;
    private final Turn turn = new Turn(FRAMES_IN_A_ROW);

    FrameReading(Http2Protocol protocol, Adapter adapter, @Nullable Request request, SocketWrapperBase<?> wrapper) {
        super(protocol, adapter, request, wrapper);
        this.wrapper = wrapper;
    }

    /** The task that reads the first frames of a connection. {@link RequestThreads} runs it on a virtual thread. */
    record FirstFrames(FrameReading connection) implements Runnable {
        @Override
        public void run() {
            connection.readFirstFrames();
        }
    }

    /**
     * Handles an event of the connection. Tomcat also calls this to go on reading. A pool thread calls this for the
     * first frames, which this method passes to a virtual thread. Tomcat's I/O then passes the later ones, too.
     */
    @Override
    public SocketState upgradeDispatch(SocketEvent event) {
        if (event == SocketEvent.OPEN_READ && !Thread.currentThread().isVirtual()) {
            wrapper.execute(new FirstFrames(this));
            return SocketState.ASYNC_IO;
        }
        turn.begin();
        return super.upgradeDispatch(event);
    }

    private void readFirstFrames() {
        if (!isOpen()) {
            return;
        }
        SocketState state = SocketState.CLOSED;
        try {
            state = upgradeDispatch(SocketEvent.OPEN_READ);
        } finally {
            if (state == SocketState.CLOSED) {
                wrapper.close();
            }
        }
    }

    /** Returns whether the connection is open. Waits until the pool thread has finished with it. */
    private boolean isOpen() {
        Lock lock = wrapper.getLock();
        lock.lock();
        try {
            return !wrapper.isClosed();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the maximum size of a received frame in bytes. Tomcat asks for it at least once for each frame. */
    @Override
    public int getMaxFrameSize() {
        turn.step();
        return super.getMaxFrameSize();
    }

    /**
     * Sends only Tomcat's first PING, which measures the round-trip time. The reading thread sends these frames. If a
     * later one had to wait for a slow client, the thread would read no frames meanwhile.
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
