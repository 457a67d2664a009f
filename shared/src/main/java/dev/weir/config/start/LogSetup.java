package dev.weir.config.start;

import ch.qos.logback.classic.LoggerContext;
import dev.weir.log.LogGuard;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Installs the {@link LogGuard}, which limits and escapes log lines. Runs after Spring Boot has configured logging, but
 * before the first log line.
 */
final class LogSetup implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext log) {
            LogGuard.install(log, System::nanoTime);
        }
    }
}
