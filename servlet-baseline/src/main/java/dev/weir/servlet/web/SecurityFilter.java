package dev.weir.servlet.web;

import dev.weir.browser.SecurityFields;
import dev.weir.page.Page;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * Sets the {@link SecurityFields} of every response. Runs before every other filter, so that no response lacks them.
 */
@Configuration(proxyBeanMethods = false)
class SecurityFilter {
    @Bean
    FilterRegistrationBean<Filter> securityFields(Page page) {
        Map<String, String> ofPage = SecurityFields.with(page.policy());
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
            if (request instanceof HttpServletRequest http && response instanceof HttpServletResponse answer) {
                (http.getRequestURI().equals(Page.PATH) ? ofPage : SecurityFields.OF_DATA).forEach(answer::setHeader);
            }
            chain.doFilter(request, response);
        });
        filter.addUrlPatterns("/*");
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        filter.setAsyncSupported(true);
        return filter;
    }
}
