package dev.weir.servlet.connector.tls;

import dev.weir.config.Settings;
import dev.weir.config.WeirProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Stops the start-up if {@code weir.tls.provider=native} is set, because this server uses only the JDK's TLS. Runs
 * before any bean is created. If it ran later, Spring would print an additional warning.
 */
final class TlsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        WeirProperties properties = Binder.get(context.getEnvironment()).bindOrCreate("weir", WeirProperties.class);
        new Settings(properties).tlsProvider(() -> false);
    }
}
