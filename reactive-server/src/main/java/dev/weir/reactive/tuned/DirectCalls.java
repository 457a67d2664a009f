package dev.weir.reactive.tuned;

import dev.weir.config.WeirProperties;
import dev.weir.reactive.web.OriginRefusal;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Makes WebFlux use {@link OriginRefusal}, and {@link DirectMethods} if {@code weir.tuning.direct-calls} is true. */
@Configuration(proxyBeanMethods = false)
class DirectCalls implements WebFluxRegistrations {
    private final boolean direct;

    DirectCalls(WeirProperties properties) {
        this.direct = properties.tuning().directCalls();
    }

    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        RequestMappingHandlerMapping mapping = direct ? new DirectMethods() : new RequestMappingHandlerMapping();
        mapping.setCorsProcessor(new OriginRefusal());
        return mapping;
    }
}
