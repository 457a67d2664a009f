package dev.weir.servlet;

import dev.weir.config.WeirProperties;
import java.time.Duration;
import org.apache.coyote.http2.Http2Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How HTTP/2 is spoken. */
@Configuration(proxyBeanMethods = false)
class Http2Streams {
    /** How long a write waits for a stalled client: as {@code server.tomcat.connection-timeout} says for HTTP/1.1. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    // Tomcat keeps an account of each connection, and ends one that is over 0. It begins at -100. A request and each
    // frame
    // of content, either way, take 20 off; SETTINGS, PING and PRIORITY_UPDATE add 10.

    /**
     * What each RST_STREAM adds. Tomcat answers a client's with its own, which adds as much, but later: so one alone must
     * add more than its request took off, or a flood of requests that are reset at once would outrun the answers. With
     * Tomcat's 50 the second download that a browser cancels before any of it came would cost it the connection; now it is
     * the fourth, and later the more was answered before.
     */
    private static final int RESET_COST = 24;

    /**
     * Bytes of an increment below which a WINDOW_UPDATE adds the more the smaller it is, this much for a byte. The frame
     * that brings that byte must take off more: clients may open the window as bytes come, and Tomcat's 1024 would send
     * them away. Whoever opens it by a little and gets nothing is sent away.
     */
    private static final int SMALL_INCREMENT = 16;

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> http2(WeirProperties properties) {
        int most = properties.http2().maxConcurrentStreams();
        return factory -> {
            Http2 configured = factory.getHttp2();
            if (configured == null || !configured.isEnabled()) {
                return;
            }
            factory.setHttp2(new Http2()); // which would add Tomcat's own
            factory.addConnectorCustomizers(connector -> {
                Http2Protocol http2 = new PriorKnowledge();
                http2.setMaxConcurrentStreams(most);
                http2.setStreamWriteTimeout(PATIENCE.toMillis());
                http2.setWriteTimeout(PATIENCE.toMillis());
                http2.setOverheadWindowUpdateThreshold(SMALL_INCREMENT);
                http2.setOverheadResetFactor(RESET_COST);
                connector.addUpgradeProtocol(http2);
            });
        };
    }
}
