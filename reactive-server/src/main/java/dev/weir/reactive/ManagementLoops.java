package dev.weir.reactive;

import dev.weir.reactive.netty.AccessHandler;
import dev.weir.reactive.netty.ReactorNetty4361Workaround;
import dev.weir.reactive.netty.RefusalBody;
import dev.weir.reactive.netty.TlsSetup;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.HttpProtocol;

/**
 * Makes the management port use the event loops of the main port, so that a health check fails if these event loops are
 * blocked. If the management port had its own event loop, the check would still report a healthy server.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
class ManagementLoops {
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> sameLoops(ReactorResourceFactory resources) {
        return factory -> factory.setResourceFactory(resources);
    }

    /**
     * Restricts the management port to HTTP/1.1. Keeps its requests out of the access log. Sends a problem document for
     * each request that Reactor Netty itself refuses. If HTTP/2 were on, Netty would answer 413 to a request that has a
     * body and the header field {@code Upgrade: h2c}. Works around issue 4361 of reactor-netty.
     */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> managementProtocol() {
        return factory -> factory.addServerCustomizers(server -> new ReactorNetty4361Workaround()
                .apply(server)
                .protocol(HttpProtocol.HTTP11)
                .childAttr(AccessHandler.UNLOGGED, true)
                .doOnChannelInit((observer, channel, unset) -> RefusalBody.OF_MANAGEMENT.install(channel.pipeline())));
    }

    /** Sets up TLS for the management port, without HTTP/2. Does nothing if TLS is not configured for this port. */
    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> managementTls(TlsSetup tls) {
        return factory -> tls.secure(factory, false);
    }
}
