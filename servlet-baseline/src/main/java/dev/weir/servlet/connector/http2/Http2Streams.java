package dev.weir.servlet.connector.http2;

import dev.weir.config.WeirProperties;
import java.time.Duration;
import org.apache.coyote.http2.Http2Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures HTTP/2. */
@Configuration(proxyBeanMethods = false)
public class Http2Streams {
    /**
     * How long a write waits for a stalled client. Over HTTP/1.1 the key is {@code server.tomcat.connection-timeout}.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    // Tomcat counts the overhead of each connection, and closes a connection whose count is above 0.
    // The count begins at -100. A request, and each DATA frame in either direction, subtract 20.
    // SETTINGS, PING and PRIORITY_UPDATE add 10.

    /**
     * Each RST_STREAM adds this to the overhead count. Tomcat answers a client's RST_STREAM with its own, which adds as
     * much, but later. So one RST_STREAM alone must add more than its request subtracts. Otherwise a flood of requests
     * that are reset at once would be faster than Tomcat's answers. With Tomcat's default of 50, a browser would lose
     * its connection when it cancels its second download before the first byte. With this value it is the fourth, or a
     * later one if earlier responses have lowered the count.
     */
    private static final int RESET_COST = 24;

    /**
     * A WINDOW_UPDATE with an increment below this adds to the overhead count: the smaller the increment, the more, and
     * this value for an increment of one byte. A DATA frame must subtract more than that, since clients may open the
     * window as bytes come; with Tomcat's default of 1024 they would lose their connection. A client that opens the
     * window by small steps without receiving data still loses its connection.
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
            factory.setHttp2(new Http2()); // so that Spring Boot does not add Tomcat's own protocol
            factory.addConnectorCustomizers(connector -> {
                Http2Protocol http2 = new PriorKnowledge();
                http2.setMaxConcurrentStreams(most);
                http2.setStreamWriteTimeout(PATIENCE.toMillis());
                http2.setWriteTimeout(PATIENCE.toMillis());
                http2.setOverheadWindowUpdateThreshold(SMALL_INCREMENT);
                http2.setOverheadResetFactor(RESET_COST);
                // With reuse, a stream can get the request object of an ended stream while a thread still works for
                // that one.
                http2.setDiscardRequestsAndResponses(true);
                connector.addUpgradeProtocol(http2);
            });
        };
    }
}
