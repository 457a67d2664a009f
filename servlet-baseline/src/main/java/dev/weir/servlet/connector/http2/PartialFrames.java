package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import org.apache.coyote.Processor;
import org.apache.coyote.UpgradeToken;
import org.apache.coyote.http2.Http2AsyncUpgradeHandler;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Records for each connection how long its TLS handshake, HTTP/2 frame or HTTP/2 head has been incomplete. An HTTP/2
 * head is a HEADERS frame with its CONTINUATION frames. Tomcat has no time-out for an incomplete head. Tomcat's other
 * time-outs may miss a client that sends a byte now and then. Confined to one thread.
 */
public final class PartialFrames {
    private static final VarHandle READING =
            TomcatField.of(SocketWrapperBase.class, "readOperation", ParkedWrite.OPERATION);
    private static final VarHandle BUFFERS = TomcatField.of(ParkedWrite.OPERATION, "buffers", ByteBuffer[].class);

    private static final Class<?> READER = TomcatField.http2("Http2Parser");
    private static final VarHandle PARSER =
            TomcatField.of(Http2AsyncUpgradeHandler.class.getSuperclass(), "parser", READER);
    private static final VarHandle OPEN_HEAD = TomcatField.of(READER, "headersCurrentStream", int.class);

    /** The stream id that Tomcat's parser stores while it is not in the middle of an HTTP/2 request head. */
    private static final int NONE = -1;

    private record Head(int stream, long sinceNanos) {}

    private IdentityHashMap<Object, Long> frames = new IdentityHashMap<>();
    private IdentityHashMap<Object, Long> framesNow = new IdentityHashMap<>();
    private IdentityHashMap<Object, Head> heads = new IdentityHashMap<>();
    private IdentityHashMap<Object, Head> headsNow = new IdentityHashMap<>();

    /**
     * Returns whether a handshake, frame or head of the connection has been incomplete since before {@code beginNanos}.
     * Times are {@link System#nanoTime}. A check of all connections calls this method once for each of them, and then
     * calls {@link #looked}.
     */
    public boolean hasSince(SocketWrapperBase<?> wrapper, long nowNanos, long beginNanos) {
        boolean frame = hasPartSince(wrapper, nowNanos, beginNanos);
        return hasOpenHeadSince(wrapper, nowNanos, beginNanos) || frame;
    }

    /** Call this at the end of each check. Forgets the handshakes, frames and heads that the check found complete. */
    public void looked() {
        frames = framesNow;
        framesNow = new IdentityHashMap<>();
        heads = headsNow;
        headsNow = new IdentityHashMap<>();
    }

    private boolean hasPartSince(SocketWrapperBase<?> wrapper, long nowNanos, long beginNanos) {
        Object part = part(wrapper);
        if (part == null) {
            return false;
        }
        long sinceNanos = frames.getOrDefault(part, nowNanos);
        framesNow.put(part, sinceNanos);
        return sinceNanos - beginNanos < 0;
    }

    /**
     * Returns the object that identifies an incomplete TLS handshake or HTTP/2 frame. For a handshake, this is the
     * connection. For a frame, this is the read operation. Returns null if the handshake and the frame are complete.
     */
    private static @Nullable Object part(SocketWrapperBase<?> wrapper) {
        if (wrapper.getSocket() instanceof NioChannel channel && !channel.isHandshakeComplete()) {
            return wrapper;
        }
        Object operation = READING.getVolatile(wrapper);
        return operation != null && hasPart((ByteBuffer[]) BUFFERS.get(operation)) ? operation : null;
    }

    private static boolean hasPart(ByteBuffer[] buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.position() > 0) {
                return true;
            }
        }
        return false;
    }

    private boolean hasOpenHeadSince(SocketWrapperBase<?> wrapper, long nowNanos, long beginNanos) {
        int stream = openHead(wrapper);
        if (stream == NONE) {
            return false;
        }
        Head before = heads.get(wrapper);
        Head head = before != null && before.stream == stream ? before : new Head(stream, nowNanos);
        headsNow.put(wrapper, head);
        return head.sinceNanos - beginNanos < 0;
    }

    private static int openHead(SocketWrapperBase<?> wrapper) {
        if (wrapper.getCurrentProcessor() instanceof Processor processor) {
            UpgradeToken token = processor.getUpgradeToken();
            if (token != null && token.httpUpgradeHandler() instanceof ConnectionWindow connection) {
                Object parser = PARSER.getVolatile(connection);
                return parser == null ? NONE : (int) OPEN_HEAD.getVolatile(parser);
            }
        }
        return NONE;
    }
}
