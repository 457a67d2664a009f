package dev.weir.reactive.idiomatic;

import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Gives each exchange a {@link Place}, and ends it however the exchange ends: answered, failed or cancelled. */
@Component
class PlaceFilter implements WebFilter {
    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return Mono.using(
                Place::new,
                place -> {
                    place.putInto(exchange);
                    return place.failing(chain.filter(exchange));
                },
                Place::leave);
    }
}
