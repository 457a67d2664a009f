package dev.weir.reactive.tuned;

import dev.weir.reactive.web.OriginRefusal;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Has WebFlux find the controllers' methods by {@link DirectMethods}. */
@Configuration(proxyBeanMethods = false)
class DirectCalls implements WebFluxRegistrations {
    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        RequestMappingHandlerMapping mapping = new DirectMethods();
        mapping.setCorsProcessor(new OriginRefusal());
        return mapping;
    }
}
