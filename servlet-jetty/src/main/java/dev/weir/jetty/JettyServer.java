package dev.weir.jetty;

import dev.weir.config.SharedConfiguration;
import dev.weir.config.clients.KeyConfiguration;
import dev.weir.config.cluster.ClusterConfiguration;
import dev.weir.config.metrics.MetricsConfiguration;
import dev.weir.servlet.Models;
import dev.weir.servlet.web.WebConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Starts Weir's server on Jetty instead of Tomcat. The property {@code weir.model} selects the threading model. The
 * code style is always {@code idiomatic}.
 */
@SpringBootConfiguration
@EnableAutoConfiguration(
        exclude = {TomcatServletWebServerAutoConfiguration.class, TomcatServletManagementContextAutoConfiguration.class
        })
@Import({
    SharedConfiguration.class,
    KeyConfiguration.class,
    MetricsConfiguration.class,
    ClusterConfiguration.class,
    JettyConfiguration.class,
    WebConfiguration.class,
    Models.class
})
public class JettyServer {
    public static void main(String[] args) {
        SpringApplication.run(JettyServer.class, args);
    }
}
