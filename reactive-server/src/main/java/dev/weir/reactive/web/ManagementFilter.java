package dev.weir.reactive.web;

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
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.WebFilter;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Stands in front of management, whether it has a port of its own or not, and asks the {@link ManagementGuard}. */
@ManagementContextConfiguration(proxyBeanMethods = false)
class ManagementFilter {
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 1)
    WebFilter managementGuardFilter(ManagementGuard guard, WebEndpointProperties endpoints, Environment environment) {
        PathPattern paths = PathPatternParser.defaultInstance.parse(endpoints.getBasePath() + "/**");
        boolean same = ManagementPortType.get(environment) == ManagementPortType.SAME;
        return (exchange, chain) -> {
            ServerHttpRequest request = exchange.getRequest();
            if (same && !paths.matches(request.getPath().pathWithinApplication())) {
                return chain.filter(exchange);
            }
            SecurityFields.OF_DATA.forEach(exchange.getResponse().getHeaders()::set);
            Problem refusal = refusal(guard, request);
            return refusal == null ? chain.filter(exchange) : RefusalHandler.write(exchange.getResponse(), refusal);
        };
    }

    private static @Nullable Problem refusal(ManagementGuard guard, ServerHttpRequest request) {
        InetSocketAddress local = request.getLocalAddress();
        return guard.refusal(
                request.getMethod().name(),
                RequestFields.value(request, "Host"),
                local == null ? null : local.getAddress(),
                RequestFields.value(request, "Origin"),
                RequestFields.value(request, "Sec-Fetch-Site"));
    }
}
