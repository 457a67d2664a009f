package dev.weir.jetty;

import dev.weir.access.AccessLog;
import dev.weir.access.OpenRequests;
import dev.weir.access.RequestIds;
import dev.weir.config.BadSettingException;
import dev.weir.config.WeirProperties;
import dev.weir.connection.ConnectionLimits;
import dev.weir.events.EventLimits;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import org.eclipse.jetty.ee11.servlet.ServletHandler;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Configures Jetty where {@code application.properties} cannot, so that it does the same work for a request as Tomcat.
 */
@Configuration(proxyBeanMethods = false)
class JettyConfiguration {
    /** The number of connections that the kernel holds until Jetty accepts them. Tomcat has the same number. */
    private static final int ACCEPT_COUNT = 1024;

    JettyConfiguration(WeirProperties properties) {
        if (properties.style() != WeirProperties.Style.IDIOMATIC) {
            throw new BadSettingException("weir.style", "must be idiomatic, because the style tuned needs Tomcat");
        }
    }

    /** Creates the check for disconnected clients, which the error handling calls. On Jetty, it watches nothing. */
    @Bean
    DisconnectSweep disconnectSweep(EventLimits limits) {
        return new DisconnectSweep(limits.heartbeat());
    }

    @Bean
    JettyWorkers workers() {
        return new JettyWorkers();
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> jetty(
            ConnectionLimits limits, RequestIds ids, OpenRequests open, AccessLog accessLog, JettyWorkers workers) {
        return factory -> factory.addServerCustomizers(server -> {
            RequestHandler requests = new RequestHandler(server.getHandler(), ids, open, accessLog);
            server.setHandler(requests);
            server.setRequestLog(requests);
            server.setErrorHandler(new ProblemHandler());
            workers.watch(server);
            ServerConnector connector = connector(server);
            connector.setAcceptedSendBufferSize(limits.sendBuffer());
            connector.setAcceptQueueSize(ACCEPT_COUNT);
            parse(server, connector);
        });
    }

    /**
     * Lets a path have {@code %25}, which Jetty refuses by default, so that a file's name may have a percent sign.
     * Refuses lines that end in LF alone.
     */
    private static void parse(Server server, ServerConnector connector) {
        HttpConfiguration http =
                connector.getConnectionFactory(HttpConnectionFactory.class).getHttpConfiguration();
        http.setUriCompliance(UriCompliance.DEFAULT.with("WEIR", UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        http.setHttpCompliance(HttpCompliance.STRICT);
        server.getDescendant(ServletHandler.class).setDecodeAmbiguousURIs(true);
    }

    static ServerConnector connector(Server server) {
        for (Connector connector : server.getConnectors()) {
            if (connector instanceof ServerConnector tcp) {
                return tcp;
            }
        }
        throw new IllegalStateException("Jetty has no TCP connector");
    }

    /** Makes Jetty serve each request on a new virtual thread. The 0 removes Jetty's limit of 200 requests at once. */
    @Bean
    @Order // after Spring Boot, which sets a pool of platform threads
    @ConditionalOnProperty(name = "weir.model", havingValue = "virtual")
    WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> jettyVirtualThreads() {
        return factory -> factory.setThreadPool(new VirtualThreadPool(0));
    }
}
