package dev.weir.reactive;

import dev.weir.config.WeirProperties;
import dev.weir.events.CrossOrigin;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.util.List;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Lets pages of the configured origins read events; without any, Spring has no say in it. */
@Configuration(proxyBeanMethods = false)
class Origins implements WebFluxConfigurer, WebFluxRegistrations {
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

    /** A refusal is a problem, as any other. */
    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        RequestMappingHandlerMapping mapping = new DirectMethods();
        mapping.setCorsProcessor(new DefaultCorsProcessor() {
            @Override
            protected void rejectRequest(ServerHttpResponse response) {
                throw new RefusedException(Problem.OTHER_ORIGIN);
            }
        });
        return mapping;
    }
}
