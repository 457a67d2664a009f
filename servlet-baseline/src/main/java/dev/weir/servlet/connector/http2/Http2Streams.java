package dev.weir.servlet.connector.http2;

import dev.weir.config.WeirProperties;
import java.time.Duration;
import org.apache.coyote.http2.Http2Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures HTTP/2 for Tomcat's connector. */
@Configuration(proxyBeanMethods = false)
public class Http2Streams {
    /** Maximum time for which a write over HTTP/2 waits until the client reads. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    // Tomcat counts the overhead of each connection, and closes a connection whose count is above 0.
    // The count begins at -100. A request, and each DATA frame in either direction, subtract 20.
    // SETTINGS, PING, PRIORITY and PRIORITY_UPDATE add 10.

    /**
     * The number that each RST_STREAM frame adds to a connection's overhead count. The count begins at -100, and a
     * request subtracts 20. Tomcat closes a connection whose count is above 0. When a client resets a request, Tomcat
     * also sends an RST_STREAM, so the number is added twice. Twice the number must exceed 20. Otherwise a client could
     * reset any number of requests.
     *
     * <p>With Tomcat's default of 50, a client that resets two requests before any DATA frame would lose its
     * connection: the count would be -100 - 2 * 20 + 4 * 50 = 60.
     */
    private static final int RESET_COST = 24;

    /**
     * Tomcat counts a WINDOW_UPDATE frame as overhead if the average increment of the last two such frames is below
     * this number of bytes. Tomcat then adds at most this number to the overhead count (see {@link #RESET_COST}). A
     * DATA frame subtracts 20. This number is below 20, so that a client may send one small increment for each DATA
     * frame.
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
                if (properties.model() == WeirProperties.Model.VIRTUAL) {
                    http2.setMaxConcurrentStreamExecution(most); // each stream holds a virtual thread
                }
                http2.setStreamWriteTimeout(PATIENCE.toMillis());
                http2.setWriteTimeout(PATIENCE.toMillis());
                http2.setOverheadWindowUpdateThreshold(SMALL_INCREMENT);
                http2.setOverheadResetFactor(RESET_COST);
                // Without this, Tomcat may reuse the request object of an ended stream while a thread still serves
                // that stream. RequestThreads needs it, too.
                http2.setDiscardRequestsAndResponses(true);
                connector.addUpgradeProtocol(http2);
            });
        };
    }
}
