package dev.weir.reactive.idiomatic;

import dev.weir.reactive.web.OriginRefusal;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Makes WebFlux use {@link OriginRefusal} to refuse requests from web pages of forbidden origins (CORS). */
@Configuration(proxyBeanMethods = false)
class PlainCalls implements WebFluxRegistrations {
    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();
        mapping.setCorsProcessor(new OriginRefusal());
        return mapping;
    }
}
