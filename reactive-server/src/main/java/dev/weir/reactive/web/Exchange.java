package dev.weir.reactive.web;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request and the head of its response. The servlet server has the same for its own types.
 *
 * <p>Any thread may read the request. The response is for one thread at a time, until it is committed.
 */
public record Exchange(ServerHttpRequest request, ServerHttpResponse response) {
    public Exchange(ServerWebExchange exchange) {
        this(exchange.getRequest(), exchange.getResponse());
    }

    public String method() {
        return request.getMethod().name();
    }

    /** The path as it was sent, still encoded. */
    public String path() {
        return request.getURI().getRawPath();
    }

    /** The values of all field lines of this name, joined by commas (RFC 9110, 5.3); null when there is none. */
    public @Nullable String field(String name) {
        List<String> lines = request.getHeaders().get(name);
        return lines == null ? null : String.join(", ", lines);
    }

    /** The values of a parameter of the query; an empty one for a name without a value. */
    public List<String> query(String name) {
        return request.getQueryParams().getOrDefault(name, List.of()).stream()
                .map(value -> value == null ? "" : value)
                .toList();
    }

    /** The first value of a parameter of the query; null when there is none. */
    public @Nullable String first(String name) {
        List<String> values = query(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    /** The address of the sender, or of the last proxy. */
    public InetAddress remote() {
        return Objects.requireNonNull(request.getRemoteAddress()).getAddress();
    }

    /** Sets the status and adds fields. */
    public void answer(int status, Map<String, String> fields) {
        response.setRawStatusCode(status);
        answer(fields);
    }

    /** Adds fields. */
    public void answer(Map<String, String> fields) {
        fields.forEach(response.getHeaders()::set);
    }
}
