package dev.weir.reactive.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Adds the header field {@code Date} to every response (RFC 9110, 6.6.1), because Reactor Netty does not add it. */
@Component
class DateField implements WebFilter {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);

    /** The header field {@code Date} of all responses in one second of Unix time. The map has only this field. */
    private record Written(long second, Map<String, String> date) {}

    private volatile Written last = written(0);

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        long second = System.currentTimeMillis() / 1000;
        Written now = last;
        if (now.second != second) {
            now = written(second);
            last = now;
        }
        new Exchange(exchange).answer(now.date);
        return chain.filter(exchange);
    }

    private static Written written(long second) {
        String date = FORM.format(Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC));
        return new Written(second, Map.of("Date", date));
    }
}
