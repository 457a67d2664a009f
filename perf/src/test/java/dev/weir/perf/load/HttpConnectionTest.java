package dev.weir.perf.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpConnectionTest {
    private static final String COUNTED = "HTTP/1.1 200 OK\r\ncontent-LENGTH:  11 \r\nX: y\r\n\r\nHello world";
    private static final String CHUNKED =
            "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n6\r\nHello \r\n05\r\nworld\r\n0\r\n\r\n";
    private static final String EMPTY = "HTTP/1.1 204 No Content\r\nWeir-Cursor: e-17\r\n\r\n";
    private static final String CHUNKS = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final List<String> heard = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {COUNTED, CHUNKED})
    void anAnswerIsReadWhereverItIsCut(String text) {
        for (int cut = 0; cut <= text.length(); cut++) {
            EmbeddedChannel channel = asked(1);
            receive(channel, text.substring(0, cut));
            assertThat(heard.size()).isEqualTo(cut < text.length() ? 0 : 1);
            receive(channel, text.substring(cut));
            assertThat(heard).as("cut at %d", cut).containsExactly("200 Hello world");
            channel.finishAndReleaseAll();
            heard.clear();
        }
    }

    @Test
    void pipelinedAnswersAreReadOneAfterTheOther() {
        EmbeddedChannel channel = asked(3);
        receive(channel, COUNTED + EMPTY + CHUNKED);
        assertThat(heard).containsExactly("200 Hello world", "204 ", "200 Hello world");
    }

    @ParameterizedTest
    @ValueSource(strings = {COUNTED + " ", CHUNKED + "!", EMPTY + "H"})
    void aByteTooManyIsAnErrorAndItsAnswerDoesNotCount(String text) {
        EmbeddedChannel channel = asked(1);
        receive(channel, text);
        assertThat(heard).containsExactly("ended: bytes after the end of the body");
        assertThat(channel.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\r\n", "H"})
    void aByteAfterTheAnswerIsAnError(String text) {
        EmbeddedChannel channel = asked(1);
        receive(channel, COUNTED);
        receive(channel, text);
        assertThat(heard).containsExactly("200 Hello world", "ended: bytes after the end of the body");
    }

    @Test
    void anAnswerNeedsARequestAndALength() {
        receive(asked(0), "H");
        receive(asked(1), "HTTP/1.1 503 Busy\r\nX-Content-Length: 5\r\n\r\nHello");
        assertThat(heard).containsExactly("ended: bytes that nobody asked for", "ended: no length");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-server\r\n\r\n",
                "nonsense\r\n\r\n",
                " HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/2.0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"
            })
    void aMalformedResponseIsAnError(String text) {
        receive(asked(1), text);
        assertThat(heard).containsExactly("ended: not an HTTP/1.1 response");
    }

    @Test
    void aHeadWithoutAnEndIsAnError() {
        EmbeddedChannel channel = asked(1);
        receive(channel, "HTTP/1.1 200 OK\r\nX: ");
        receive(channel, "x".repeat(20_000));
        assertThat(heard).containsExactly("ended: not an HTTP/1.1 response");
    }

    @Test
    void aBodyThatIsKeptHasABound() {
        EmbeddedChannel channel = asked(1);
        receive(channel, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + "a".repeat(60_000));
        assertThat(heard).isEmpty();
        receive(channel, "a".repeat(10_000));
        assertThat(heard).containsExactly("ended: a body of more than 65536 bytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                "x\r\n",
                "1\n",
                "1\rx\n",
                "1\r\nxy\r\n",
                "1\r\nx\rx",
                "1\r\nHello\r\n",
                "123456789\r\n",
                "-1\r\n"
            })
    void brokenChunksAreAnError(String chunks) {
        receive(asked(1), CHUNKS + chunks);
        assertThat(heard).containsExactly("ended: broken chunks");
    }

    @Test
    void aServerThatClosesTooEarlyIsAnError() {
        var _ = asked(0).close();
        var _ = asked(1).close();
        EmbeddedChannel channel = asked(1);
        receive(channel, "HTTP/1.1 200 OK\r\nContent-Le");
        var _ = channel.close();
        channel = asked(1);
        receive(channel, CHUNKS + "6\r\nHel");
        var _ = channel.close();
        assertThat(heard)
                .containsExactly(
                        "ended: closed before its first request",
                        "ended: closed without an answer",
                        "ended: the answer ended early",
                        "ended: the answer ended early");
    }

    @Test
    void theInstantOfTheFirstByteIsKept() {
        Probe probe = new Probe(1);
        EmbeddedChannel channel = new EmbeddedChannel(probe);
        assertThat(probe.answerBeganNanos()).isZero();
        long before = System.nanoTime();
        receive(channel, "HTTP/1.1 200 OK\r\n");
        long began = probe.answerBeganNanos();
        assertThat(began).isBetween(before, System.nanoTime());
        receive(channel, "Content-Length: 0\r\n\r\n");
        assertThat(probe.answerBeganNanos()).isEqualTo(began);
        assertThat(probe.readNanos()).isGreaterThan(began);
        assertThat(heard).containsExactly("200 ");
    }

    private EmbeddedChannel asked(int requests) {
        return new EmbeddedChannel(new Probe(requests));
    }

    private static void receive(EmbeddedChannel channel, String text) {
        if (channel.isOpen()) {
            channel.writeInbound(Unpooled.copiedBuffer(text, US_ASCII));
        }
    }

    private final class Probe extends HttpConnection {
        private final int requests;
        private final ByteBuf body = Unpooled.buffer();

        Probe(int requests) {
            this.requests = requests;
        }

        @Override
        protected void opened() {
            request(Unpooled.EMPTY_BUFFER, requests);
        }

        @Override
        protected void body(ByteBuf part) {
            append(body, part);
        }

        @Override
        protected void answered(HttpResponse head) {
            heard.add(head.status().code() + " " + new String(ByteBufUtil.getBytes(body), US_ASCII));
            body.clear();
        }

        @Override
        protected void closed(@Nullable String error) {
            end(lost());
        }

        @Override
        protected void ended(@Nullable String reason) {
            heard.add("ended: " + reason);
        }
    }
}
