package dev.weir.servlet;

import dev.weir.config.SharedConfiguration;
import dev.weir.config.WeirProperties;
import dev.weir.config.clients.KeyConfiguration;
import dev.weir.config.cluster.ClusterConfiguration;
import dev.weir.config.keys.HelpOption;
import dev.weir.config.metrics.MetricsConfiguration;
import dev.weir.servlet.chain.ChainConfiguration;
import dev.weir.servlet.connector.ConnectorConfiguration;
import dev.weir.servlet.connector.http2.Http2Streams;
import dev.weir.servlet.connector.tls.TlsSetup;
import dev.weir.servlet.web.WebConfiguration;
import dev.weir.signing.SignCommand;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Starts Weir's server on Spring MVC and Tomcat. The property {@code weir.model} selects the threading model. The
 * property {@code weir.style} selects tuned code or idiomatic Spring code.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({
    SharedConfiguration.class,
    KeyConfiguration.class,
    MetricsConfiguration.class,
    ClusterConfiguration.class,
    ConnectorConfiguration.class,
    Http2Streams.class,
    TlsSetup.class,
    WebConfiguration.class,
    ChainConfiguration.class,
    Models.class
})
public class ServletServer {
    public static void main(String[] args) {
        SignCommand.runIfNamed(args);
        HelpOption.runIfAsked("servlet-baseline", WeirProperties.class, args);
        SpringApplication.run(ServletServer.class, args);
    }
}
