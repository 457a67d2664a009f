package dev.weir.reactive.web;

import dev.weir.config.WeirProperties;
import dev.weir.events.http.CrossOrigin;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Lets web pages of the configured origins read and publish events (CORS). Does nothing if no origin is configured. */
@Configuration(proxyBeanMethods = false)
class Origins implements WebFluxConfigurer {
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
}
