package dev.weir.reactive.tuned;

import dev.weir.config.WeirProperties;
import dev.weir.reactive.web.OriginRefusal;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Installs {@link OriginRefusal}. If {@code weir.tuning.direct-calls} is true, also installs {@link DirectMethods}. */
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
