package dev.weir.reactive.web;

import dev.weir.browser.SecurityFields;
import dev.weir.page.Page;
import java.util.Map;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Gives every request its id, and sets the {@link SecurityFields} of every response. Runs first, so that error
 * responses of other filters have the id and these fields, too.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class SecurityFilter implements WebFilter {
    private final RequestStart requests;
    private final Map<String, String> ofPage;

    SecurityFilter(RequestStart requests, Page page) {
        this.requests = requests;
        this.ofPage = SecurityFields.with(page.policy());
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        requests.begin(exchange);
        boolean page = Page.PATH.equals(exchange.getRequest().getURI().getRawPath());
        new Exchange(exchange).answer(page ? ofPage : SecurityFields.OF_DATA);
        return chain.filter(exchange);
    }
}
