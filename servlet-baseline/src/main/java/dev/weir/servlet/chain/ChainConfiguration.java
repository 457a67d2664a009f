package dev.weir.servlet.chain;

import dev.weir.chain.Chain;
import dev.weir.config.WeirProperties;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Defines the beans that serve {@code GET /chain}, if the property {@code weir.chain.enabled} is true. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("weir.chain.enabled")
public class ChainConfiguration {
    private static final String MODEL = "weir.model";

    @Bean
    ChainCalls chainCalls(WeirProperties properties, DisconnectSweep disconnectSweep) {
        return new ChainCalls(Chain.announced(properties.chain()), disconnectSweep);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = MODEL, havingValue = "async", matchIfMissing = true)
    @Import(AsyncChainController.class)
    static class Async {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = MODEL, havingValue = "virtual")
    @Import(BlockingChainController.class)
    static class Virtual {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = MODEL, havingValue = "blocking")
    @Import(BlockingChainController.class)
    static class Blocking {}
}
