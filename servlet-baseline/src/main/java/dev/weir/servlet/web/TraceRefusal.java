package dev.weir.servlet.web;

import dev.weir.config.OtherMethods;
import dev.weir.problem.RefusedException;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Refuses TRACE in a filter, because Spring would answer TRACE before a controller could refuse it. */
@Configuration(proxyBeanMethods = false)
class TraceRefusal {
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
