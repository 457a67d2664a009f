package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentNavigableMap;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;

/**
 * Recognises frames that belong to a stream which has ended. A client may send WINDOW_UPDATE and RST_STREAM after a
 * stream has ended, and must then be ignored (RFC 9113, 5.1).
 *
 * <p>Tomcat 11.0.25 closes the connection instead, in two cases: the answer was complete before the request
 * (STREAM_CLOSED), or Tomcat has already forgotten the stream (PROTOCOL_ERROR). It forgets a stream when five times
 * {@linkplain Http2Protocol#setMaxConcurrentStreams as many} later ones were opened.
 *
 * <p>The thread that reads the connection's frames calls this. No other thread forgets a stream or makes its frames
 * late.
 */
final class LateFrames {
    private static final Class<?> CONNECTION = Http2AsyncUpgradeHandler.class.getSuperclass();
    private static final Class<?> STREAM = TomcatField.http2("AbstractNonZeroStream");
    private static final Class<?> STATE = TomcatField.http2("StreamStateMachine");
    private static final Class<?> STATE_NAME = TomcatField.http2("StreamStateMachine$State");
    private static final VarHandle STREAMS = TomcatField.of(CONNECTION, "streams", ConcurrentNavigableMap.class);
    private static final VarHandle NEWEST = TomcatField.of(CONNECTION, "maxProcessedStreamId", int.class);
    private static final VarHandle STATE_OF = TomcatField.of(STREAM, "state", STATE);
    private static final VarHandle NAME_OF = TomcatField.of(STATE, "state", STATE_NAME);

    private LateFrames() {}

    /** Whether the stream was opened and has ended in both directions. */
    static boolean isLate(Http2AsyncUpgradeHandler connection, int stream) {
        Object known = ((ConcurrentNavigableMap<?, ?>) STREAMS.get(connection)).get(stream);
        if (known == null) {
            return stream % 2 == 1 && stream <= (int) NEWEST.getVolatile(connection);
        }
        Object state = STATE_OF.get(known);
        synchronized (state) { // as Tomcat does
            return ((Enum<?>) NAME_OF.get(state)).name().startsWith("CLOSED_");
        }
    }
}
