package dev.weir.servlet;

import java.util.concurrent.Executors;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/** Makes Tomcat serve each request on a new virtual thread instead of a thread of its pool. */
class VirtualThreads {
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> virtualThreads() {
        return factory -> factory.addProtocolHandlerCustomizers(
                protocol -> protocol.setExecutor(Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("weir-virtual-", 0).factory())));
    }
}
