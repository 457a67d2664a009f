package dev.weir.reactive;

import dev.weir.config.WeirProperties;
import dev.weir.config.management.InfoConfiguration;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/** Loads one of two sets of controllers: the one that the property {@code weir.style} names. */
@Configuration(proxyBeanMethods = false)
class Styles {
    @Bean
    InfoContributor modelInfo(WeirProperties properties) {
        return InfoConfiguration.ofModel("reactive", properties.style().name());
    }

    /** Loads the default controllers, which bypass WebFlux and Reactor Netty where benchmarks showed a gain. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.style", havingValue = "tuned", matchIfMissing = true)
    @ComponentScan("dev.weir.reactive.tuned")
    static class Tuned {}

    /** Loads the controllers that use WebFlux as Spring's reference documentation shows. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.style", havingValue = "idiomatic")
    @ComponentScan("dev.weir.reactive.idiomatic")
    static class Idiomatic {}
}
