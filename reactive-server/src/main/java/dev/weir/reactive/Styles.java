package dev.weir.reactive;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/** The two ways to write what clients wait for; {@code weir.style} chooses one. */
@Configuration(proxyBeanMethods = false)
class Styles {
    /** Past WebFlux and Reactor Netty, where that is cheaper. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.style", havingValue = "tuned", matchIfMissing = true)
    @ComponentScan("dev.weir.reactive.tuned")
    static class Tuned {}

    /** As Spring's reference documentation shows. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.style", havingValue = "idiomatic")
    @ComponentScan("dev.weir.reactive.idiomatic")
    static class Idiomatic {}
}
