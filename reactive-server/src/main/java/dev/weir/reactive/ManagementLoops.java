package dev.weir.reactive;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.HttpProtocol;

/**
 * Serves the management port on the same event loops as users. With threads of its own (at least four) it would take
 * processor time from those loops, and it would report a healthy server while they are stuck.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
class ManagementLoops {
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> sameLoops(ReactorResourceFactory resources) {
        return factory -> factory.setResourceFactory(resources);
    }

    /**
     * Serves no HTTP/2. With HTTP/2 enabled, Netty answers 413 to a request with content that offers to upgrade.
     */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> managementProtocol() {
        return factory -> factory.addServerCustomizers(server -> server.protocol(HttpProtocol.HTTP11));
    }
}
