package dev.weir.servlet.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.coyote.InputBuffer;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.junit.jupiter.api.Test;

class ReaderBufferTest {
    private static final String BODY = "Käse, 1 €, 𝄞.\n".repeat(1_000);

    /** A request body that arrives as one block. */
    private static final class Body implements InputBuffer {
        private final ByteBuffer bytes = ByteBuffer.wrap(BODY.getBytes(StandardCharsets.UTF_8));
        private boolean read;

        @Override
        public int doRead(ApplicationBufferHandler handler) {
            if (read) {
                return -1;
            }
            read = true;
            handler.setByteBuffer(bytes);
            return bytes.remaining();
        }

        @Override
        public int available() {
            return bytes.remaining();
        }
    }

    private final ReaderBuffer buffer = new ReaderBuffer();
    private final Request request = request();

    private static Request request() {
        org.apache.coyote.Request coyote = new org.apache.coyote.Request();
        coyote.setInputBuffer(new Body());
        coyote.setResponse(new Response());
        return new Connector().createRequest(coyote);
    }

    @Test
    void anUnusedBufferIsSmall() {
        int before = buffer.capacity(request);
        buffer.shrink(request);
        assertThat(before).isEqualTo(8 * 1024);
        assertThat(buffer.capacity(request)).isLessThan(100);
        request.recycle();
        assertThat(buffer.capacity(request)).as("the same for the next request").isLessThan(100);
    }

    @Test
    void aReaderReadsAllTheSame() throws Exception {
        request.setCharacterEncoding("UTF-8");
        buffer.shrink(request);
        assertThat(request.getReader().readAllAsString()).isEqualTo(BODY);
    }

    @Test
    void bufferedCharactersStay() throws Exception {
        request.setCharacterEncoding("UTF-8");
        int first = request.getReader().read();
        buffer.shrink(request);
        assertThat(first).isEqualTo('K');
        assertThat(request.getReader().readAllAsString()).isEqualTo(BODY.substring(1));
    }
}
