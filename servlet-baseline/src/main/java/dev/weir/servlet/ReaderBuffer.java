package dev.weir.servlet;

import java.lang.invoke.VarHandle;
import java.nio.CharBuffer;
import org.apache.catalina.connector.InputBuffer;
import org.apache.catalina.connector.Request;

/**
 * The characters that each of Tomcat's requests keeps for a reader of its body, more than anything else that a request
 * holds while it waits, and for nobody: bodies are bytes here. No setting makes it smaller, so it is replaced in Tomcat's
 * private field. A reader would find it empty, as it was, and read in smaller pieces.
 */
final class ReaderBuffer {
    private static final int CHARS = 64;

    private final VarHandle input;
    private final VarHandle buffer;

    /** @throws IllegalStateException when Tomcat has no such field: it is another than this was written for */
    ReaderBuffer() {
        input = TomcatField.of(Request.class, "inputBuffer", InputBuffer.class);
        buffer = TomcatField.of(InputBuffer.class, "cb", CharBuffer.class);
    }

    /** By the thread that has the request, before it is waited with. */
    void shrink(Request request) {
        CharBuffer characters = characters(request);
        if (characters.capacity() > CHARS && !characters.hasRemaining()) {
            buffer.set(input.get(request), CharBuffer.allocate(CHARS).limit(0));
        }
    }

    private CharBuffer characters(Request request) {
        return (CharBuffer) buffer.get(input.get(request));
    }

    int capacity(Request request) {
        return characters(request).capacity();
    }
}
