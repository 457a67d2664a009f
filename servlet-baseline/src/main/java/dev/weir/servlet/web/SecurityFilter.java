package dev.weir.servlet.web;

import dev.weir.browser.SecurityFields;
import dev.weir.config.OtherMethods;
import dev.weir.page.Page;
import dev.weir.problem.RefusedException;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Sets the {@link SecurityFields} of every response. Refuses TRACE, which would echo the request's header fields. */
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
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE); // so that every response has the fields
        filter.setAsyncSupported(true);
        return filter;
    }

    @Bean
    FilterRegistrationBean<Filter> traceRefusal() {
        FilterRegistrationBean<Filter> refusal = new FilterRegistrationBean<>((request, response, chain) -> {
            if (request instanceof HttpServletRequest http && http.getMethod().equals("TRACE")) {
                RefusedException refused = OtherMethods.refusal(http.getServletPath());
                ProblemResponse.write((HttpServletResponse) response, refused.problem(), refused.fields());
            } else {
                chain.doFilter(request, response);
            }
        });
        refusal.addUrlPatterns("/*"); // other servlets would echo the request's fields
        refusal.setAsyncSupported(true);
        return refusal;
    }
}
