package dev.weir.reactive;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.HttpProtocol;

/**
 * The management port on the same event loops: with threads of its own, four at least, it would take processor time from
 * the one loop of a machine with one, and say that all is well while that loop does not turn.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
class ManagementLoops {
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> sameLoops(ReactorResourceFactory resources) {
        return factory -> factory.setResourceFactory(resources);
    }

    /** No HTTP/2: Netty answers a client that offers to change to it with 413 when its request has content. */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> managementProtocol() {
        return factory -> factory.addServerCustomizers(server -> server.protocol(HttpProtocol.HTTP11));
    }
}
