package dev.weir.servlet;

import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Serves each request on a virtual thread of its own, instead of one of Tomcat's pool. This is no nested class of {@link
 * Models}, because Spring would then apply it to every model.
 */
class VirtualThreads {
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> virtualThreads() {
        return factory -> factory.addProtocolHandlerCustomizers(
                protocol -> protocol.setExecutor(new VirtualThreadExecutor("weir-virtual-")));
    }
}
