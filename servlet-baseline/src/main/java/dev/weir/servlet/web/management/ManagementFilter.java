package dev.weir.servlet.web.management;

import dev.weir.browser.ManagementGuard;
import dev.weir.browser.SecurityFields;
import dev.weir.problem.Problem;
import dev.weir.servlet.web.Exchange;
import dev.weir.servlet.web.ProblemResponse;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Refuses forbidden requests to Spring Boot's management endpoints. {@link ManagementGuard} decides which requests are
 * forbidden. The endpoints may have their own port or share the server's port.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
class ManagementFilter {
    /**
     * The path of Spring Boot's error page. The filter refuses it, since the page would report the invalid status 999.
     */
    private static final String ERROR_PAGE = "/error";

    @Bean
    FilterRegistrationBean<Filter> managementGuardFilter(
            ManagementGuard guard, WebEndpointProperties endpoints, Environment environment) {
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) ->
                filter(guard, (HttpServletRequest) request, (HttpServletResponse) response, chain));
        if (ManagementPortType.get(environment) == ManagementPortType.SAME) {
            filter.addUrlPatterns(endpoints.getBasePath() + "/*");
        } else {
            filter.addUrlPatterns("/*");
        }
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        filter.setAsyncSupported(true);
        return filter;
    }

    private static void filter(
            ManagementGuard guard, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Exchange exchange = new Exchange(request, response);
        exchange.answer(SecurityFields.OF_DATA);
        Problem refusal = guard.refusal(
                exchange.method(),
                exchange.field("Host"),
                InetAddress.ofLiteral(request.getLocalAddr()),
                exchange.field("Origin"),
                exchange.field("Sec-Fetch-Site"));
        if (refusal == null) {
            refusal = ManagementGuard.contradiction(
                    exchange.method(),
                    exchange.rawQuery(),
                    exchange.field("Content-Length"),
                    exchange.field("Transfer-Encoding"));
        }
        if (refusal == null && request.getServletPath().equals(ERROR_PAGE)) {
            refusal = Problem.UNKNOWN_ENDPOINT;
        }
        if (refusal == null && request.getMethod().equals("TRACE")) {
            refusal = Problem.METHOD_NOT_ALLOWED; // Spring's servlet would echo the request's fields
        }
        if (refusal == null) {
            chain.doFilter(new ManagementRequest(request), response);
        } else {
            ProblemResponse.write(response, refusal);
        }
    }
}
