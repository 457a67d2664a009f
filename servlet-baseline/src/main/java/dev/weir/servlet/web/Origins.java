package dev.weir.servlet.web;

import dev.weir.config.WeirProperties;
import dev.weir.events.http.CrossOrigin;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.List;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Lets web pages of the configured origins read and publish events (CORS). By default no origin is configured. */
@Configuration(proxyBeanMethods = false)
class Origins implements WebMvcConfigurer, WebMvcRegistrations {
    private final List<String> allowed;

    Origins(WeirProperties properties) {
        this.allowed = properties.events().allowedOrigins();
    }

    @Override
    public void addCorsMappings(CorsRegistry registry) {
        if (!allowed.isEmpty()) {
            registry.addMapping("/events/**")
                    .allowedOrigins(allowed.toArray(String[]::new))
                    .allowedMethods(CrossOrigin.methods())
                    .allowedHeaders(CrossOrigin.fields())
                    .exposedHeaders(CrossOrigin.exposed());
        }
    }

    /** Returns a handler mapping that answers a forbidden cross-origin request with a problem (RFC 9457). */
    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();
        mapping.setCorsProcessor(new DefaultCorsProcessor() {
            @Override
            protected void rejectRequest(ServerHttpResponse response) {
                throw new RefusedException(Problem.OTHER_ORIGIN);
            }
        });
        return mapping;
    }
}
