package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentNavigableMap;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Recognises frames that arrive after the end of their HTTP/2 stream. A client may send WINDOW_UPDATE and RST_STREAM
 * before it knows that a stream has ended (RFC 9113, 5.1).
 *
 * <p>Tomcat 11.0.25 closes the connection after such a frame in two cases. In one case, the response was complete
 * before the request (error STREAM_CLOSED). In the other case, Tomcat no longer knows the stream (error
 * PROTOCOL_ERROR). Tomcat forgets a stream when the client has opened many later streams: five times
 * {@link Http2Protocol#setMaxConcurrentStreams}.
 *
 * <p>Only the thread that reads the connection's frames calls this class. Only this thread handles the end of a request
 * and forgets streams. So neither can happen between the check and the processing of a frame.
 */
final class LateFrames {
    private static final Class<?> CONNECTION = Http2AsyncUpgradeHandler.class.getSuperclass();
    private static final Class<?> STREAM = TomcatField.http2("AbstractNonZeroStream");
    private static final Class<?> STATE = TomcatField.http2("StreamStateMachine");
    private static final Class<?> NAME = TomcatField.http2("StreamStateMachine$State");
    private static final VarHandle STREAMS = TomcatField.of(CONNECTION, "streams", ConcurrentNavigableMap.class);
    private static final VarHandle NEWEST = TomcatField.of(CONNECTION, "maxProcessedStreamId", int.class);
    private static final VarHandle STATE_OF = TomcatField.of(STREAM, "state", STATE);
    private static final VarHandle NAME_OF = TomcatField.of(STATE, "state", NAME);

    /** The state of a stream whose response was complete before its request. */
    private static final Object REQUEST_ENDED_LAST = Arrays.stream(NAME.getEnumConstants())
            .filter(name -> name.toString().equals("CLOSED_RX"))
            .findAny()
            .orElseThrow();

    private LateFrames() {}

    /** Returns Tomcat's object for a stream. Returns null if Tomcat has never known the stream or has forgotten it. */
    static @Nullable Object stream(Http2AsyncUpgradeHandler connection, int stream) {
        return ((ConcurrentNavigableMap<?, ?>) STREAMS.get(connection)).get(stream);
    }

    /**
     * Returns whether a WINDOW_UPDATE or RST_STREAM frame for {@code stream} arrives after the end of the stream.
     * Tomcat would close the connection because of this frame, although the client may not have known that the stream
     * had ended.
     */
    static boolean isLate(Http2AsyncUpgradeHandler connection, int stream) {
        Object known = stream(connection, stream);
        if (known == null) {
            return stream % 2 == 1 && stream <= (int) NEWEST.getVolatile(connection);
        }
        Object state = STATE_OF.get(known);
        synchronized (state) { // as Tomcat does
            return NAME_OF.get(state).equals(REQUEST_ENDED_LAST);
        }
    }

    /**
     * Calls {@code frame}, which processes a DATA frame of {@code stream}. If the call fails because the response
     * became complete during the call, calls {@code frame} again.
     *
     * <p>Tomcat 11.0.25 compares the number of received bytes with the request's Content-Length. When the response is
     * complete, another thread replaces Tomcat's object for the stream. Then that thread clears the Content-Length.
     * If this happens during the comparison, the call fails, and Tomcat would close the connection. The second call
     * finds the new object, and Tomcat discards the received bytes.
     */
    static <T> T orAgain(Http2AsyncUpgradeHandler connection, int stream, Callable<T> frame) throws Exception {
        Object before = stream(connection, stream);
        try {
            return frame.call();
        } catch (RuntimeException e) {
            if (Objects.equals(before, stream(connection, stream))) {
                throw e;
            }
            return frame.call();
        }
    }
}
