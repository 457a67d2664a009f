package dev.weir.reactive.idiomatic;

import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Creates the {@link ExchangeResources} of each HTTP exchange, and closes them when the exchange completes, fails or is
 * cancelled.
 */
@Component
class ExchangeResourcesFilter implements WebFilter {
    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return Mono.using(
                ExchangeResources::new,
                resources -> {
                    resources.putInto(exchange);
                    return resources.failing(chain.filter(exchange));
                },
                ExchangeResources::end);
    }
}
