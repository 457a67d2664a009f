package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResponseHeadTest {
    private static final String HEAD = "HTTP/1.1 200 \r\nDate: today\r\ncontent-LENGTH:  12 \r\nX: y\r\n\r\n";

    @Test
    void isReadWhereverItIsCut() {
        for (int cut = 0; cut <= HEAD.length(); cut++) {
            ResponseHead head = new ResponseHead();
            head.read(bytes(HEAD.substring(0, cut)));
            ByteBuf rest = bytes(HEAD.substring(cut) + "body");
            assertThat(head.read(rest)).isTrue();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.contentLength()).isEqualTo(12);
            assertThat(rest.toString(StandardCharsets.US_ASCII)).isEqualTo("body");
        }
    }

    @Test
    void tellsThatTheLengthIsNotTold() {
        ResponseHead head = new ResponseHead();
        head.read(bytes("HTTP/1.1 503 Service Unavailable\r\nX-Content-Length: 5\r\n\r\n"));
        assertThat(head.status()).isEqualTo(503);
        assertThat(head.contentLength()).isEqualTo(-1);
    }

    @Test
    void tellsCodingAndCursor() {
        ResponseHead head = new ResponseHead();
        head.read(bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nWeir-Cursor: e-17\r\n\r\n"));
        assertThat(head.isChunked()).isTrue();
        assertThat(head.cursor()).isEqualTo("e-17");
        head.clear();
        head.read(bytes("HTTP/1.1 200 OK\r\n\r\n"));
        assertThat(head.isChunked()).isFalse();
        assertThat(head.cursor()).isNull();
    }

    @Test
    void refusesWhatIsNoResponse() {
        ResponseHead head = new ResponseHead();
        head.read(bytes("SSH-2.0-server\r\n\r\n"));
        assertThatThrownBy(head::status).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new ResponseHead().read(bytes("x".repeat(20_000))))
                .isInstanceOf(IllegalStateException.class);
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
