package dev.weir.reactive.web;

import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** A request's header fields as RFC 9110, 5.3 combines them, its query and its sender. Thread-safe. */
public final class RequestFields {
    private RequestFields() {}

    /** The values of all lines of this name, joined by commas; null when there is none. */
    public static @Nullable String value(ServerHttpRequest request, String name) {
        List<String> lines = request.getHeaders().get(name);
        return lines == null ? null : String.join(", ", lines);
    }

    /** Who sent it, or the last proxy that did. */
    public static InetAddress remote(ServerHttpRequest request) {
        return Objects.requireNonNull(request.getRemoteAddress()).getAddress();
    }

    /** The values of a parameter of the query. */
    public static List<String> query(ServerHttpRequest request, String name) {
        return request.getQueryParams().getOrDefault(name, List.of()).stream()
                .map(value -> value == null ? "" : value) // a name without a value
                .toList();
    }
}
