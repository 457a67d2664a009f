package dev.weir.servlet.connector;

import dev.weir.access.AccessLog;
import dev.weir.access.OpenRequests;
import dev.weir.access.RequestIds;
import dev.weir.config.WeirProperties;
import dev.weir.config.stop.Shutdown;
import dev.weir.config.stop.StopPhase;
import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.ConnectionMemory;
import dev.weir.connection.Connections;
import dev.weir.events.EventLimits;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the properties of Tomcat's connector that {@code application.yaml} cannot set. */
@Configuration(proxyBeanMethods = false)
public class ConnectorConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ConnectorConfiguration.class);

    /** The heap memory in bytes that one connection of a tuned model uses while its request waits, rounded up. */
    private static final int CONNECTION_BYTES = 64 << 10;
    /**
     * The heap memory in bytes that one connection of an idiomatic model uses while its request waits, rounded up. Such
     * a model keeps Tomcat's larger default buffers.
     */
    private static final int IDIOMATIC_CONNECTION_BYTES = 2 * CONNECTION_BYTES;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    /** The time until the next check, if the connector is full and the last check found a disconnected client. */
    private static final Duration BETWEEN_FINDS = Duration.ofMillis(50);

    /** Creates the thread that regularly checks all connections. It has no other task, because a check may be slow. */
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
    RequestValve requestValve(RequestIds ids, OpenRequests open, AccessLog accessLog) {
        return new RequestValve(ids, open, accessLog);
    }

    @Bean
    TomcatWorkers workers() {
        return new TomcatWorkers();
    }

    @Bean
    SmartLifecycle lastConnectionsEnd(TomcatWorkers workers) {
        return new StopPhase(Shutdown.LAST_CONNECTIONS, () -> {
            workers.shutConnections();
            return CompletableFuture.completedStage(null);
        });
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connector(
            DisconnectSweep disconnectSweep,
            ScheduledExecutorService sweeper,
            ConnectionLimits limits,
            Connections connections,
            TomcatWorkers workers,
            RequestValve requests,
            WeirProperties properties) {
        boolean tuned = properties.style() == WeirProperties.Style.TUNED;
        return factory -> {
            factory.setProtocol(WatchedProtocol.class.getName());
            factory.addEngineValves(requests);
            if (tuned && properties.tuning().readerBuffer()) {
                factory.addEngineValves(new ReaderBuffer());
            }
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemValve.class.getName());
                }
                if (context instanceof StandardContext standard) {
                    standard.setUnloadDelay(0); // the connector has already ended all requests
                }
            });
            factory.addConnectorCustomizers(connector -> {
                connector.setParseBodyMethods(
                        ""); // Tomcat would block to read a form from a body, and no controller uses forms
                connector.setAllowTrace(
                        true); // otherwise Tomcat refuses TRACE itself, and its Allow field names unsupported methods
                if (connector.getProtocolHandler() instanceof WatchedProtocol protocol) {
                    if (tuned && properties.tuning().smallBuffers()) {
                        protocol.useSmallBuffers();
                    }
                    protocol.limit(limits, connections);
                    workers.watch(protocol);
                    limitToHeap(protocol, tuned ? CONNECTION_BYTES : IDIOMATIC_CONNECTION_BYTES);
                    sweep(protocol, disconnectSweep, sweeper, false);
                    sweepHeads(protocol, sweeper);
                }
            });
        };
    }

    /** Limits the number of connections to the number that fits into the heap, even if no limit is configured (-1). */
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
                        log.warn("Could not close connections with a late request head or an unread response", e);
                    }
                },
                BETWEEN_LOOKS.toNanos(),
                BETWEEN_LOOKS.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /**
     * Checks for disconnected clients, and schedules the next check. The next check comes sooner if {@code full} is
     * true and this check finds a disconnected client. The reason: the thread of that client then serves a waiting
     * request, and the client of the waiting request may have disconnected, too.
     *
     * @param full whether the connector is full, or was full when the previous check found a disconnected client
     */
    private static void sweep(
            WatchedProtocol protocol, DisconnectSweep peers, ScheduledExecutorService sweeper, boolean full) {
        boolean found = sweep(peers, full) && full;
        Duration pause = found ? BETWEEN_FINDS : BETWEEN_LOOKS;
        var _ = sweeper.schedule(
                () -> sweep(protocol, peers, sweeper, found || protocol.full()), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns the result of {@link DisconnectSweep#sweep}, or false if it throws an exception. */
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
