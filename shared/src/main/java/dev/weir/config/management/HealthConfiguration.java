package dev.weir.config.management;

import dev.weir.catalog.FileCatalog;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Health checks of what the server needs, each on a thread of its own (rule A02). */
@Configuration(proxyBeanMethods = false)
public class HealthConfiguration {
    /** One thread per running check, and none while no one asks. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService healthChecks() {
        return Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("weir-health-", 0).factory());
    }

    /** Whether the root folder can be read. */
    @Bean
    HealthIndicator filesHealthIndicator(FileCatalog catalog, ExecutorService healthChecks) {
        return indicator(catalog::isReadable, healthChecks);
    }

    /** Whether users are served. Part of readiness. */
    @Bean
    HealthIndicator connectorHealthIndicator(Environment environment, ExecutorService healthChecks) {
        return indicator(new ConnectorProbe(environment), healthChecks);
    }

    private static HealthIndicator indicator(BooleanSupplier question, Executor executor) {
        HealthCheck check = new HealthCheck(question, executor, System::nanoTime);
        return () -> (check.holds() ? Health.up() : Health.down()).build();
    }
}
