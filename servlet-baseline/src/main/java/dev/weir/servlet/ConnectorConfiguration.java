package dev.weir.servlet;

import dev.weir.problem.Problem;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.connector.Connector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The connector: its limits stand in {@code application.yaml}; here is what keys cannot say. */
@Configuration(proxyBeanMethods = false)
class ConnectorConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ConnectorConfiguration.class);
    /** Two looks in the time in which a new client should have been served. */
    private static final Duration SWEEP_INTERVAL = Duration.ofMillis(500);

    /** One thread for what happens at a time; nothing on it waits. */
    @Bean(destroyMethod = "shutdownNow")
    ScheduledThreadPoolExecutor timers() {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("weir-timer").factory());
        timers.setRemoveOnCancelPolicy(true);
        return timers;
    }

    @Bean
    PeerSweep peerSweep() {
        return new PeerSweep();
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connector(
            PeerSweep peerSweep, ScheduledThreadPoolExecutor timers) {
        return factory -> {
            factory.setProtocol(WatchedProtocol.class.getName());
            factory.addConnectorCustomizers(connector -> {
                connector.setAllowTrace(true); // else Tomcat refuses it, and allows every other method
                sweepWhenFull(connector, peerSweep, timers);
            });
        };
    }

    /** TRACE does not reach a controller: Spring answers it by itself, after it has asked one. */
    @Bean
    FilterRegistrationBean<Filter> traceRefusal() {
        FilterRegistrationBean<Filter> refusal = new FilterRegistrationBean<>((request, response, chain) -> {
            if (request instanceof HttpServletRequest http && http.getMethod().equals("TRACE")) {
                ProblemResponse.write((HttpServletResponse) response, Problem.METHOD_NOT_ALLOWED);
            } else {
                chain.doFilter(request, response);
            }
        });
        refusal.addUrlPatterns("/files/*");
        refusal.setAsyncSupported(true);
        return refusal;
    }

    private static void sweepWhenFull(Connector connector, PeerSweep sweep, ScheduledThreadPoolExecutor timers) {
        if (connector.getProtocolHandler() instanceof WatchedProtocol protocol) {
            long nanos = SWEEP_INTERVAL.toNanos();
            var _ = timers.scheduleWithFixedDelay(() -> sweepIfFull(protocol, sweep), nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private static void sweepIfFull(WatchedProtocol protocol, PeerSweep sweep) {
        try {
            if (protocol.full()) {
                sweep.sweep(protocol.peers());
            }
        } catch (IOException | RuntimeException e) {
            log.warn("could not look for clients that left", e); // thrown, it would end the schedule
        }
    }
}
