package dev.weir.perf.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WholeAnswerTest {
    private static final String COUNTED = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nHello world";
    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nHello \r\n5\r\nworld\r\n0\r\n\r\n";

    @ParameterizedTest
    @ValueSource(strings = {COUNTED, CHUNKED})
    void isReadWhereverItIsCut(String text) {
        WholeAnswer answer = new WholeAnswer();
        for (int cut = 0; cut < text.length(); cut++) {
            answer.readAll(bytes(text.substring(0, cut)));
            assertThat(answer.isComplete()).isFalse();
            answer.readAll(bytes(text.substring(cut)));
            assertThat(answer.isComplete()).isTrue();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).asString(US_ASCII).isEqualTo("Hello world");
            answer.clear();
        }
    }

    @Test
    void tellsWhatElseCounts() {
        WholeAnswer answer = new WholeAnswer();
        answer.readAll(bytes("HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"));
        assertThat(answer.isComplete()).isTrue();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.saysWhenToRetry()).isTrue();
        assertThat(answer.closes()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                COUNTED + "!",
                CHUNKED + "!",
                "HTTP/1.1 200 OK\r\n\r\nHello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nHello\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n"
            })
    void whatNoServerWouldSendIsAnError(String text) {
        assertThatThrownBy(() -> new WholeAnswer().readAll(bytes(text)))
                .isInstanceOfAny(IllegalStateException.class, IllegalArgumentException.class);
    }

    @Test
    void anAnswerWithoutAnEndIsAnError() {
        WholeAnswer answer = new WholeAnswer();
        answer.readAll(bytes("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + "a".repeat(60_000)));
        assertThatThrownBy(() -> answer.readAll(bytes("a".repeat(10_000)))).isInstanceOf(IllegalStateException.class);
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, US_ASCII);
    }
}
