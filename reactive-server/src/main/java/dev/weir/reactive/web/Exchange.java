package dev.weir.reactive.web;

import dev.weir.access.AccessEntry;
import dev.weir.clients.Client;
import dev.weir.clients.ClientRequest;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Gives access to a request, and to the status and header fields of its response.
 *
 * <p>Any thread may read the request. Only one thread at a time may change the response.
 */
public record Exchange(ServerWebExchange web) implements ClientRequest {
    public ServerHttpRequest request() {
        return web.getRequest();
    }

    public ServerHttpResponse response() {
        return web.getResponse();
    }

    public String method() {
        return request().getMethod().name();
    }

    @Override
    public String path() {
        return request().getURI().getRawPath();
    }

    @Override
    public @Nullable String rawQuery() {
        return request().getURI().getRawQuery();
    }

    /**
     * Returns the value of a header field, or null if the request does not have the field. Joins the values of several
     * lines by commas (RFC 9110, 5.3).
     */
    @Override
    public @Nullable String field(String name) {
        List<String> lines = request().getHeaders().get(name);
        return lines == null ? null : lines.size() == 1 ? lines.getFirst() : String.join(", ", lines);
    }

    /** Returns the values of a query parameter, or an empty list. A parameter without {@code =} has an empty value. */
    @Override
    public List<String> query(String name) {
        return request().getQueryParams().getOrDefault(name, List.of()).stream()
                .map(value -> value == null ? "" : value)
                .toList();
    }

    /** Returns the first value of a query parameter, or null if the request does not have the parameter. */
    public @Nullable String first(String name) {
        List<String> values = query(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    @Override
    public InetAddress remote() {
        return Objects.requireNonNull(request().getRemoteAddress()).getAddress();
    }

    @Override
    public void found(Client client) {
        if (web.getAttribute(AccessEntry.NAME) instanceof AccessEntry entry) {
            entry.setClient(client);
        }
    }

    @Override
    public Runnable cutOff() {
        return web.getAttribute(AccessEntry.NAME) instanceof AccessEntry entry ? entry::setCutOff : () -> {};
    }

    /** Sets the status and the given header fields of the response. Sends nothing. */
    public void answer(int status, Map<String, String> fields) {
        response().setRawStatusCode(status);
        answer(fields);
    }

    /** Sets the given header fields of the response. Sends nothing. */
    public void answer(Map<String, String> fields) {
        HeadFields.of(web).set(response(), fields);
    }

    /** Writes the whole body. The {@code Mono} completes when Reactor Netty has written the body. */
    public Mono<Void> write(byte[] body) {
        return write(ByteBuffer.wrap(body));
    }

    public Mono<Void> write(ByteBuffer body) {
        return response().writeWith(Mono.just(response().bufferFactory().wrap(body)));
    }
}
