package dev.weir.servlet.connector;

import java.util.Set;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Makes Tomcat report its own errors on the management port as problems (RFC 9457). */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ManagementConnector {
    /**
     * Makes {@link ProblemValve} write Tomcat's error responses, and removes the error page that Spring Boot's
     * customizer adds. Must run after that customizer.
     */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> managementProblemValve() {
        return factory -> {
            factory.setErrorPages(Set.of());
            factory.addConnectorCustomizers(connector -> connector.setAllowTrace(true)); // ManagementFilter refuses it
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemValve.OfManagement.class.getName());
                }
            });
        };
    }
}
