package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.Turn;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import org.apache.coyote.Adapter;
import org.apache.coyote.ProtocolException;
import org.apache.coyote.Request;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP/2 connection, whose frames are read by one virtual thread at a time. A pool thread would be occupied as
 * long as the client sends without a pause. The reading thread takes turns with others ({@link Turn}).
 *
 * <p>Tomcat 11.0.25 sometimes reads with two threads. While one of them still begins the connection, the other goes on
 * after the connection preface (RFC 9113, 3.4). Then frames are mixed up, which ends the connection. In this class, the
 * thread that begins the connection leaves all frames after the preface to Tomcat's handler of the preface.
 */
abstract class FrameReading extends Http2AsyncUpgradeHandler {
    private static final int FRAMES_IN_A_ROW = 1_000;

    private final Turn turn = new Turn(FRAMES_IN_A_ROW);
    private final AtomicBoolean hasBegun = new AtomicBoolean();

    FrameReading(Http2Protocol protocol, Adapter adapter, @Nullable Request request, SocketWrapperBase<?> wrapper) {
        super(protocol, adapter, request, wrapper);
    }

    /** The task that begins a connection. {@link RequestThreads} runs it on a virtual thread. */
    record Beginning(FrameReading connection) implements Runnable {
        @Override
        public void run() {
            connection.begin();
        }
    }

    /** Handles an event of the connection. Tomcat also calls this method to read the next frames. */
    @Override
    public SocketState upgradeDispatch(SocketEvent event) {
        if (event == SocketEvent.OPEN_READ && hasBegun.compareAndSet(false, true)) {
            try {
                socketWrapper.execute(new Beginning(this));
                return SocketState.ASYNC_IO;
            } catch (RejectedExecutionException e) {
                return SocketState.CLOSED; // the server is stopping
            }
        }
        turn.begin();
        return super.upgradeDispatch(event);
    }

    private void begin() {
        if (!isOpen()) {
            return;
        }
        boolean isReading = false;
        try {
            setConnectionTimeoutForStreamCount(0);
            init(null); // Tomcat's handler of the preface reads the frames after it
            isReading = true;
        } catch (ProtocolException e) {
            // The connection has ended.
        } finally {
            if (!isReading) {
                socketWrapper.close();
            }
        }
    }

    /** Returns whether the connection is open. Waits until the calling thread of the first event has finished. */
    private boolean isOpen() {
        Lock lock = socketWrapper.getLock();
        lock.lock();
        try {
            return !socketWrapper.isClosed();
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
            public void sendPing(boolean first) {
                try {
                    if (first) {
                        super.sendPing(true);
                    }
                } catch (IOException e) {
                    // The connection has ended. The next read fails, and Tomcat then closes the connection.
                }
            }
        };
    }
}
