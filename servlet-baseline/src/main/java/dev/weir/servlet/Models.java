package dev.weir.servlet;

import dev.weir.servlet.tuned.async.AsyncModel;
import dev.weir.servlet.tuned.blocking.BlockingModel;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The ways to wait on Tomcat, one of them chosen by {@code weir.model}. */
@Configuration(proxyBeanMethods = false)
class Models {
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.model", havingValue = "async", matchIfMissing = true)
    @Import(AsyncModel.class)
    static class Async {}

    /** A thread of Tomcat's pool a request. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.model", havingValue = "blocking")
    @Import(BlockingModel.class)
    static class Blocking {}

    /** The same code with a virtual thread a request. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "weir.model", havingValue = "virtual")
    @Import(BlockingModel.class)
    static class Virtual {
        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> virtualThreads() {
            return factory -> factory.addProtocolHandlerCustomizers(
                    protocol -> protocol.setExecutor(new VirtualThreadExecutor("weir-virtual-")));
        }
    }
}
