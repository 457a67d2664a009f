package dev.weir.reactive.web;

import java.util.Map;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/** Sets header fields of responses. A Spring bean of this type replaces {@link #PLAIN}. Thread-safe. Never blocks. */
@FunctionalInterface
public interface HeadFields {
    HeadFields PLAIN = (response, fields) -> fields.forEach(response.getHeaders()::set);

    /** The name of the exchange attribute that holds a {@code HeadFields}. */
    String NAME = HeadFields.class.getName();

    /** Sets the fields, and replaces older values of the same fields. Sends nothing. */
    void set(ServerHttpResponse response, Map<String, String> fields);

    /** Returns the attribute {@link #NAME}, or {@link #PLAIN} if there is none. The management port sets none. */
    static HeadFields of(ServerWebExchange web) {
        return web.getAttribute(NAME) instanceof HeadFields fields ? fields : PLAIN;
    }
}
