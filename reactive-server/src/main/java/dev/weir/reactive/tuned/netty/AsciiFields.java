package dev.weir.reactive.tuned.netty;

import dev.weir.reactive.web.HeadFields;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Gives header fields to Netty as {@link AsciiString}s. Netty's encoder copies an {@code AsciiString} to its buffer as
 * a whole, but a {@code String} byte by byte. Thread-safe. Never blocks.
 */
@Component
@ConditionalOnProperty(name = "weir.tuning.ascii-fields", matchIfMissing = true)
public class AsciiFields implements HeadFields {
    /** The names of the fields. Their number is bounded, because they are constants of the program. */
    private final Map<String, AsciiString> names = new ConcurrentHashMap<>();

    @Override
    public void set(ServerHttpResponse response, Map<String, String> fields) {
        if (response.isCommitted()) {
            throw new IllegalStateException("the head of the response is sent already");
        }
        HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
        HttpHeaders headers = netty.responseHeaders();
        fields.forEach((name, value) -> headers.set(names.computeIfAbsent(name, AsciiFields::ascii), ascii(value)));
    }

    private static AsciiString ascii(String text) {
        return new AsciiString(text.getBytes(StandardCharsets.ISO_8859_1), false);
    }
}
