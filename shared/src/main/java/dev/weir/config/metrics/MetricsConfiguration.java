package dev.weir.config.metrics;

import dev.weir.access.AccessLog;
import dev.weir.access.OpenRequests;
import dev.weir.access.RequestIds;
import dev.weir.clients.Clients;
import dev.weir.config.BadSettingException;
import dev.weir.config.Settings;
import dev.weir.config.WeirProperties;
import dev.weir.events.EventLog;
import dev.weir.events.Streams;
import dev.weir.throttle.Throttle;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Defines the Spring beans that show what a server does: its meters, the access log, and the ids of requests. */
@Configuration(proxyBeanMethods = false)
public class MetricsConfiguration {
    @Bean
    RequestIds requestIds(Settings settings) {
        return new RequestIds(settings.proxies(), new SecureRandom().nextLong());
    }

    @Bean
    OpenRequests openRequests() {
        return new OpenRequests();
    }

    @Bean
    AccessLog accessLog(WeirProperties properties, Settings settings) {
        return AccessLog.open(
                properties.accessLog(),
                settings.proxies(),
                InstantSource.system(),
                System::nanoTime,
                reason -> new BadSettingException("weir.access-log.file", reason));
    }

    @Bean
    RequestMeters requestMeters(Settings settings, Clients clients, MeterRegistry registry) {
        RequestMeters meters = new RequestMeters(registry, settings.plans().keySet());
        clients.watch(meters);
        return meters;
    }

    @Bean
    WeirMetrics weirMetrics(Throttle throttle, Clients clients, EventLog log, Streams streams, AccessLog accessLog) {
        return new WeirMetrics(throttle, clients, log, streams, accessLog);
    }

    @Bean
    WorkerMeters workerMeters(Workers workers) {
        return new WorkerMeters(workers);
    }
}
