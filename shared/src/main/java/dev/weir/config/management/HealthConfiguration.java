package dev.weir.config.management;

import dev.weir.catalog.FileCatalog;
import dev.weir.soap.DeferredGateway;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Defines the health checks of the served files, the server port and the SOAP service. */
@Configuration(proxyBeanMethods = false)
public class HealthConfiguration {
    /** The thread pool of the health checks. An idle thread ends after a minute. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService healthChecks() {
        return Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("weir-health-", 0).factory());
    }

    /** Checks that the folder of the served files can be read. Readiness depends on this check. */
    @Bean
    HealthIndicator filesHealthIndicator(FileCatalog catalog, ExecutorService healthChecks) {
        return indicator(catalog::isReadable, healthChecks, "the folder that weir.files.root names cannot be read");
    }

    /** Checks that the server answers HTTP requests. Readiness depends on this check. */
    @Bean
    HealthIndicator connectorHealthIndicator(Environment environment, ExecutorService healthChecks) {
        return indicator(
                new ConnectorProbe(environment), healthChecks, "the port that server.port names does not answer");
    }

    /** Checks that the SOAP service could be created. If not, the server still serves files, so it stays ready. */
    @Bean
    HealthIndicator soapHealthIndicator(DeferredGateway gateway) {
        return () -> state(
                !gateway.hasFailed(),
                "SOAP could not be started; remove the cause that the log names, and start the server again");
    }

    /** Creates a health check. A thread of {@code executor} runs {@code question}, because the question may block. */
    private static HealthIndicator indicator(BooleanSupplier question, Executor executor, String otherwise) {
        HealthCheck check = new HealthCheck(question, executor, System::nanoTime);
        return () -> state(check.holds(), otherwise);
    }

    /** Returns the state of a health component. {@code otherwise} says what is wrong if the component is down. */
    static Health state(boolean up, String otherwise) {
        return up
                ? Health.up().build()
                : Health.down().withDetail("reason", otherwise).build();
    }
}
