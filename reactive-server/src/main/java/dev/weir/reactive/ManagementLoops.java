package dev.weir.reactive;

import dev.weir.reactive.netty.TlsSetup;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.HttpProtocol;

/**
 * Serves the management port on the event loops that serve users. On a loop of its own, a health check would report a
 * healthy server while the users' loops are blocked.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
class ManagementLoops {
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> sameLoops(ReactorResourceFactory resources) {
        return factory -> factory.setResourceFactory(resources);
    }

    /**
     * Restricts the management port to HTTP/1.1. With HTTP/2, Netty would answer 413 to a request that has a body and
     * offers {@code Upgrade: h2c}.
     */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> managementProtocol() {
        return factory -> factory.addServerCustomizers(server -> server.protocol(HttpProtocol.HTTP11));
    }

    /** Sets up TLS for the management port in the same way as for the users' port, if TLS is configured for it. */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> managementTls(TlsSetup tls) {
        return factory -> tls.secure(factory, false);
    }
}
