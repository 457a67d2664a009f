package dev.weir.reactive.web;

import dev.weir.access.AccessEntry;
import dev.weir.access.AccessLog;
import dev.weir.access.RequestIds;
import dev.weir.reactive.netty.AccessHandler;
import dev.weir.reactive.netty.Outflow;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/**
 * Gives each request its id and the server's {@link HeadFields}, and passes the id to the access log. Thread-safe.
 * Never blocks.
 */
@Component
class RequestStart {
    private final RequestIds ids;
    private final AccessLog accessLog;
    private final HeadFields headFields;

    RequestStart(RequestIds ids, AccessLog accessLog, Optional<HeadFields> headFields) {
        this.ids = ids;
        this.accessLog = accessLog;
        this.headFields = headFields.orElse(HeadFields.PLAIN);
    }

    /** Gives the request its id. Call it on the connection's event loop, before anything else handles the request. */
    void begin(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        String id = ids.of(exchange.field(RequestIds.FIELD), exchange::remote);
        web.getAttributes().put(HeadFields.NAME, headFields);
        exchange.answer(Map.of(RequestIds.FIELD, id));
        AccessEntry entry = accessLog.isOn() ? AccessHandler.current(Outflow.channel(exchange.response())) : null;
        if (entry != null) {
            entry.setRequestId(id);
            web.getAttributes().put(AccessEntry.NAME, entry);
        }
    }

    /** Returns the id of the response's request. Null on the management port, whose requests have no ids. */
    static @Nullable String id(ServerHttpResponse response) {
        return response.getHeaders().getFirst(RequestIds.FIELD);
    }
}
