package dev.weir.servlet.connector;

import dev.weir.config.WeirProperties;
import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.ConnectionMemory;
import dev.weir.connection.Connections;
import dev.weir.events.EventLimits;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.core.StandardHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures those properties of Tomcat's connector for which {@code application.yaml} has no key. */
@Configuration(proxyBeanMethods = false)
public class ConnectorConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ConnectorConfiguration.class);

    /** Heap in bytes that one connection uses while its request waits, rounded up. */
    private static final int CONNECTION_BYTES = 64 << 10;
    /** Heap in bytes that one connection with Tomcat's default buffers uses while its request waits, rounded up. */
    private static final int IDIOMATIC_CONNECTION_BYTES = 2 * CONNECTION_BYTES;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final Duration BETWEEN_FINDS = Duration.ofMillis(50);

    /** Creates a thread for the sweeps only, because a sweep over many connections takes long. */
    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService sweeper() {
        return new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("weir-sweep").factory());
    }

    @Bean
    DisconnectSweep disconnectSweep(EventLimits limits) {
        return new DisconnectSweep(limits.heartbeat());
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connector(
            DisconnectSweep disconnectSweep,
            ScheduledExecutorService sweeper,
            ConnectionLimits limits,
            Connections connections,
            WeirProperties properties) {
        boolean tuned = properties.style() == WeirProperties.Style.TUNED;
        return factory -> {
            factory.setProtocol(WatchedProtocol.class.getName());
            if (tuned && properties.tuning().readerBuffer()) {
                factory.addEngineValves(new ReaderBuffer());
            }
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemValve.class.getName());
                }
            });
            factory.addConnectorCustomizers(connector -> {
                connector.setParseBodyMethods(
                        ""); // Tomcat would block to read a form from a body, and no controller uses forms
                connector.setAllowTrace(
                        true); // otherwise Tomcat itself refuses TRACE, and its Allow field names all other methods
                if (connector.getProtocolHandler() instanceof WatchedProtocol protocol) {
                    if (tuned && properties.tuning().smallBuffers()) {
                        protocol.useSmallBuffers();
                    }
                    protocol.limit(limits, connections);
                    limitToHeap(protocol, tuned ? CONNECTION_BYTES : IDIOMATIC_CONNECTION_BYTES);
                    sweep(protocol, disconnectSweep, sweeper, false);
                    sweepHeads(protocol, sweeper);
                }
            });
        };
    }

    /**
     * Limits the number of connections to the number that fits into the heap, even if the operator sets no limit (-1).
     */
    private static void limitToHeap(WatchedProtocol protocol, int connectionBytes) {
        int configured = protocol.getMaxConnections() < 0 ? Integer.MAX_VALUE : protocol.getMaxConnections();
        int most = ConnectionMemory.most(configured, Runtime.getRuntime().maxMemory(), connectionBytes);
        if (most < configured) {
            log.warn(
                    "server.tomcat.max-connections is {}, but the heap has room for {} connections only",
                    configured,
                    most);
            protocol.setMaxConnections(most);
        }
    }

    private static void sweepHeads(WatchedProtocol protocol, ScheduledExecutorService sweeper) {
        var _ = sweeper.scheduleWithFixedDelay(
                () -> {
                    try {
                        protocol.sweep();
                    } catch (RuntimeException e) {
                        log.warn("Could not close connections whose request heads are late", e);
                    }
                },
                BETWEEN_LOOKS.toNanos(),
                BETWEEN_LOOKS.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /**
     * Sweeps for clients that have left, and schedules the next sweep, until the executor is shut down. If the
     * connector is full and this sweep has found such clients, the next sweep comes sooner. The threads that served
     * these clients then serve waiting requests, and the clients of the waiting requests may have left, too.
     */
    private static void sweep(
            WatchedProtocol protocol, DisconnectSweep peers, ScheduledExecutorService sweeper, boolean full) {
        boolean found = sweep(peers, full) && full;
        Duration pause = found ? BETWEEN_FINDS : BETWEEN_LOOKS;
        var _ = sweeper.schedule(
                () -> sweep(protocol, peers, sweeper, found || protocol.full()), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sweeps once. Returns whether any client had left. */
    private static boolean sweep(DisconnectSweep peers, boolean full) {
        try {
            return peers.sweep(full);
        } catch (IOException e) {
            log.warn(
                    "Could not check for clients that have left: {}",
                    e.getMessage()); // for example, no free file descriptor
            return false;
        } catch (RuntimeException e) {
            log.warn("Could not check for clients that have left", e);
            return false;
        }
    }
}
