package dev.weir.servlet;

import dev.weir.config.WeirProperties;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http2.Http2Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How many streams an HTTP/2 connection has. */
@Configuration(proxyBeanMethods = false)
class Http2Streams {
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> http2(WeirProperties properties) {
        int most = properties.http2().maxConcurrentStreams();
        return factory -> factory.addConnectorCustomizers(connector -> {
            for (UpgradeProtocol upgrade : connector.findUpgradeProtocols()) {
                if (upgrade instanceof Http2Protocol http2) {
                    http2.setMaxConcurrentStreams(most);
                }
            }
        });
    }
}
