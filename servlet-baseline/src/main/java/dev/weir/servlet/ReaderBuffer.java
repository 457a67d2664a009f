package dev.weir.servlet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.CharBuffer;
import org.apache.catalina.connector.InputBuffer;
import org.apache.catalina.connector.Request;

/**
 * The characters that each of Tomcat's requests keeps for a reader of its body: 16 KiB, more than a fourth of what a
 * request that waits holds, for a reader that nobody here asks for. No setting makes it smaller, so it is replaced in
 * Tomcat's private field. A Tomcat without that field ends the start.
 *
 * <p>A reader would find it empty, as it was, and read in smaller pieces.
 */
final class ReaderBuffer {
    private static final int CHARS = 64;

    private static final VarHandle INPUT = field(Request.class, "inputBuffer", InputBuffer.class);
    private static final VarHandle BUFFER = field(InputBuffer.class, "cb", CharBuffer.class);

    private ReaderBuffer() {}

    private static VarHandle field(Class<?> owner, String name, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("another Tomcat than this was written for", e);
        }
    }

    /** By the thread that has the request, before it is waited with. */
    static void shrink(Request request) {
        CharBuffer buffer = buffer(request);
        if (buffer.capacity() > CHARS && !buffer.hasRemaining()) {
            BUFFER.set(INPUT.get(request), CharBuffer.allocate(CHARS).limit(0));
        }
    }

    private static CharBuffer buffer(Request request) {
        return (CharBuffer) BUFFER.get(INPUT.get(request));
    }

    static int capacity(Request request) {
        return buffer(request).capacity();
    }
}
