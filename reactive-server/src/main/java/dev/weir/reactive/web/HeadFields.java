package dev.weir.reactive.web;

import java.util.Map;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/** Sets header fields of responses. A style may replace {@link #PLAIN} by a faster way. Thread-safe. Never blocks. */
@FunctionalInterface
public interface HeadFields {
    HeadFields PLAIN = (response, fields) -> fields.forEach(response.getHeaders()::set);

    /** The attribute of an exchange that holds the {@code HeadFields} of its style. */
    String NAME = HeadFields.class.getName();

    /** Sets the fields, and replaces older values of the same fields. Sends nothing. */
    void set(ServerHttpResponse response, Map<String, String> fields);

    /** Returns the {@code HeadFields} of the exchange; {@link #PLAIN} on the management port, which has no style. */
    static HeadFields of(ServerWebExchange web) {
        return web.getAttribute(NAME) instanceof HeadFields fields ? fields : PLAIN;
    }
}
