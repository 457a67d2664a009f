package dev.weir.reactive.web;

import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Adds the field {@code Date} to every response (RFC 9110, 6.6.1). Tomcat adds it itself, but Reactor Netty and
 * WebFlux do not.
 */
@Component
class DateField implements WebFilter {
    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        exchange.getResponse().getHeaders().setDate(System.currentTimeMillis());
        return chain.filter(exchange);
    }
}
