package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentNavigableMap;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.coyote.http2.Http2Protocol;

/**
 * Recognises frames of HTTP/2 streams that have ended. A WINDOW_UPDATE or RST_STREAM may arrive after the end of its
 * stream, and the server must ignore it (RFC 9113, 5.1).
 *
 * <p>Tomcat 11.0.25 closes the connection instead in two cases. Either the response was complete before the request
 * (STREAM_CLOSED), or Tomcat no longer knows the stream (PROTOCOL_ERROR). Tomcat forgets a stream when the client has
 * opened many later ones: five times {@link Http2Protocol#setMaxConcurrentStreams}.
 *
 * <p>Confined to the thread that reads the connection's frames.
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

    /** Whether the client has opened a stream with this id, and the stream has ended in both directions. */
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
