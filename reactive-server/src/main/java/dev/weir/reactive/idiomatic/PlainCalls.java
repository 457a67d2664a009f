package dev.weir.reactive.idiomatic;

import dev.weir.reactive.web.OriginRefusal;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Makes WebFlux refuse requests from pages of other origins (CORS), by {@link OriginRefusal}. */
@Configuration(proxyBeanMethods = false)
class PlainCalls implements WebFluxRegistrations {
    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();
        mapping.setCorsProcessor(new OriginRefusal());
        return mapping;
    }
}
