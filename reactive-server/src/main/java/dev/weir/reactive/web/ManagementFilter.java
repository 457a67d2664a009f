package dev.weir.reactive.web;

import dev.weir.access.RequestIds;
import dev.weir.browser.ManagementGuard;
import dev.weir.browser.SecurityFields;
import dev.weir.problem.Problem;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Refuses requests to the management endpoints that {@link ManagementGuard} does not allow. Works the same on a
 * separate management port and on the main port.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
class ManagementFilter {
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 1)
    WebFilter managementGuardFilter(ManagementGuard guard, WebEndpointProperties endpoints, Environment environment) {
        PathPattern paths = PathPatternParser.defaultInstance.parse(endpoints.getBasePath() + "/**");
        boolean same = ManagementPortType.get(environment) == ManagementPortType.SAME;
        return (web, chain) -> {
            Exchange exchange = new Exchange(web);
            if (same && !paths.matches(exchange.request().getPath().pathWithinApplication())) {
                return chain.filter(web);
            }
            if (!same) {
                exchange.response().getHeaders().remove(RequestIds.FIELD); // management requests have no ids
            }
            exchange.answer(SecurityFields.OF_DATA);
            Problem refusal = refusal(guard, exchange);
            return refusal == null ? chain.filter(typed(web)) : RefusalHandler.write(exchange.response(), refusal);
        };
    }

    /**
     * Adds {@code Content-Type} to a {@code POST} that has neither a body nor this field. Spring's endpoints would
     * refuse the request without it.
     */
    private static ServerWebExchange typed(ServerWebExchange web) {
        Exchange exchange = new Exchange(web);
        boolean isComplete = !exchange.method().equals("POST")
                || exchange.field(HttpHeaders.CONTENT_TYPE) != null
                || ManagementGuard.hasBody(
                        exchange.field(HttpHeaders.CONTENT_LENGTH), exchange.field(HttpHeaders.TRANSFER_ENCODING));
        return isComplete
                ? web
                : web.mutate()
                        .request(request -> request.header(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE))
                        .build();
    }

    private static @Nullable Problem refusal(ManagementGuard guard, Exchange exchange) {
        InetSocketAddress local = exchange.request().getLocalAddress();
        Problem refusal = guard.refusal(
                exchange.method(),
                exchange.field("Host"),
                local == null ? null : local.getAddress(),
                exchange.field("Origin"),
                exchange.field("Sec-Fetch-Site"));
        return refusal != null
                ? refusal
                : ManagementGuard.contradiction(
                        exchange.method(),
                        exchange.rawQuery(),
                        exchange.field("Content-Length"),
                        exchange.field("Transfer-Encoding"));
    }
}
