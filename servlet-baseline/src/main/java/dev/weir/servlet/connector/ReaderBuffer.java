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
 * Gives each request a small character buffer. Tomcat would allocate 8,192 characters (16 KiB), which Weir never uses,
 * because it reads bodies as bytes. Tomcat has no setting for the size, so this valve changes a private field.
 */
final class ReaderBuffer extends ValveBase {
    private static final int CHARS = 64;

    private final VarHandle input;
    private final VarHandle buffer;

    /** @throws IllegalStateException if this version of Tomcat lacks the private fields that this class uses */
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
