package dev.weir.reactive;

import dev.weir.config.WeirProperties;
import dev.weir.config.management.InfoConfiguration;
import dev.weir.reactive.idiomatic.IdiomaticStyle;
import dev.weir.reactive.tuned.TunedStyle;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Loads the controllers of the style that the property {@code weir.style} names: tuned (the default) or idiomatic. */
@Configuration(proxyBeanMethods = false)
class Styles {
    @Bean
    InfoContributor modelInfo(WeirProperties properties) {
        return InfoConfiguration.ofModel("reactive", properties.style().name());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.style", havingValue = "tuned", matchIfMissing = true)
    @Import(TunedStyle.class)
    static class Tuned {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.style", havingValue = "idiomatic")
    @Import(IdiomaticStyle.class)
    static class Idiomatic {}
}
