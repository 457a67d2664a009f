package dev.weir.servlet.connector;

import dev.weir.servlet.connector.exchange.TomcatField;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.CharBuffer;
import org.apache.catalina.connector.InputBuffer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Replaces the 16 KiB of characters that each of Tomcat's requests keeps for a reader of its body with a few. It is more
 * than anything else that a waiting request holds, and nobody needs it: bodies are bytes here. No setting makes it
 * smaller, so this sets Tomcat's private field. A reader would find the buffer empty, as it was, and read in smaller
 * pieces.
 */
final class ReaderBuffer extends ValveBase {
    private static final int CHARS = 64;

    private final VarHandle input;
    private final VarHandle buffer;

    /** @throws IllegalStateException when Tomcat has no such field: it is another than this was written for */
    ReaderBuffer() {
        super(true);
        input = TomcatField.of(Request.class, "inputBuffer", InputBuffer.class);
        buffer = TomcatField.of(InputBuffer.class, "cb", CharBuffer.class);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        shrink(request);
        getNext().invoke(request, response);
    }

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
