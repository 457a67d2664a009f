package dev.weir.reactive.netty;

import dev.weir.config.WeirProperties;
import java.time.Duration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Limits the open streams of an HTTP/2 connection. Also sends PINGs (RFC 9113, 6.7) to a silent client, and closes the
 * connection when {@value #PINGS} of them remain unanswered.
 */
@Configuration(proxyBeanMethods = false)
class Http2Streams {
    private static final int PINGS = 2;

    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> http2(WeirProperties properties) {
        int most = properties.http2().maxConcurrentStreams();
        Duration heartbeat = properties.events().heartbeat();
        return factory -> factory.addServerCustomizers(server -> server.http2Settings(settings ->
                settings.maxConcurrentStreams(most).pingAckTimeout(heartbeat).pingAckDropThreshold(PINGS)));
    }
}
