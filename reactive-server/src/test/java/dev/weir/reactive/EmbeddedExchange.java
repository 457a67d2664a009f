package dev.weir.reactive;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpVersion;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerResponse;

/** An HTTP exchange whose response is on an embedded channel, for code that writes directly to Netty's channel. */
public final class EmbeddedExchange {
    private final EmbeddedChannel channel;
    /** The body of the response, or null before the tested code sets it. */
    private @Nullable Publisher<Void> body;

    private EmbeddedExchange(EmbeddedChannel channel) {
        this.channel = channel;
    }

    /** Creates an exchange over HTTP/1.1, whose response writes to {@code channel}. */
    public static ServerWebExchange of(MockServerHttpRequest request, EmbeddedChannel channel) {
        Object response = Proxy.newProxyInstance(
                HttpServerResponse.class.getClassLoader(),
                new Class<?>[] {HttpServerResponse.class},
                new EmbeddedExchange(channel)::call);
        MockServerHttpResponse mock = new MockServerHttpResponse() {
            @Override
            @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Spring's signature
            public <T> T getNativeResponse() {
                return (T) response;
            }
        };
        return MockServerWebExchange.from(request).mutate().response(mock).build();
    }

    @SuppressWarnings("unchecked") // each case knows the type of its argument
    private @Nullable Object call(Object proxy, Method method, Object @Nullable [] arguments) {
        Object first = arguments == null ? null : arguments[0];
        switch (method.getName()) {
            case "withConnection" ->
                ((Consumer<Connection>) Objects.requireNonNull(first)).accept(Connection.from(channel));
            case "version" -> {
                return HttpVersion.HTTP_1_1;
            }
            case "then" -> {
                if (first == null) {
                    return Mono.from(Objects.requireNonNull(body));
                }
                body = (Publisher<Void>) first;
            }
            default -> {
                // All other methods are setters, which return the response.
            }
        }
        return proxy;
    }
}
