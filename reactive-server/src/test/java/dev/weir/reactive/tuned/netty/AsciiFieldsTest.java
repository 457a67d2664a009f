package dev.weir.reactive.tuned.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import reactor.netty.http.server.HttpServerResponse;

/** Tests {@link AsciiFields} with Netty's own response and encoder. The contract suite tests it in the server. */
class AsciiFieldsTest {
    private final AsciiFields fields = new AsciiFields();
    private final DefaultHttpResponse netty = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);

    @Test
    void nettyKeepsNamesAndValuesAsTheyAre() {
        fields.set(response(), Map.of("ETag", "\"1\""));
        assertThat(netty.headers().iteratorCharSequence())
                .toIterable()
                .singleElement()
                .satisfies(field -> {
                    assertThat(field.getKey()).isInstanceOf(AsciiString.class);
                    assertThat(field.getValue()).isInstanceOf(AsciiString.class);
                });
        assertThat(netty.headers().get("etag")).isEqualTo("\"1\"");
    }

    @Test
    void aFieldReplacesTheOlderOneAndIsSentInLatin1() {
        fields.set(response(), Map.of("X-Name", "old"));
        fields.set(response(), Map.of("x-name", "\u00fc"));
        EmbeddedChannel channel = new EmbeddedChannel(new HttpResponseEncoder());
        channel.writeOutbound(netty);
        ByteBuf head = channel.readOutbound();
        assertThat(head.toString(StandardCharsets.ISO_8859_1)).isEqualTo("HTTP/1.1 200 OK\r\nx-name: \u00fc\r\n\r\n");
        head.release();
        channel.finishAndReleaseAll();
    }

    @Test
    void aLineBreakInAFieldIsRefused() {
        assertThatThrownBy(() -> fields.set(response(), Map.of("X-Name", "a\r\nSet-Cookie: b")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fields.set(response(), Map.of("X-Name:", "a")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(netty.headers()).isEmpty();
    }

    private ServerHttpResponse response() {
        Object server = Proxy.newProxyInstance(
                HttpServerResponse.class.getClassLoader(),
                new Class<?>[] {HttpServerResponse.class},
                (proxy, method, arguments) -> method.getName().equals("responseHeaders") ? netty.headers() : null);
        return new MockServerHttpResponse() {
            @Override
            @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Spring's signature
            public <T> T getNativeResponse() {
                return (T) server;
            }
        };
    }
}
