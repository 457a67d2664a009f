package dev.weir.servlet.connector.tls;

import dev.weir.config.Settings;
import dev.weir.config.WeirProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses {@code weir.tls.provider=native} before any bean is created. If the check failed later, while Spring Boot
 * creates the web server, Spring would also print its own warning.
 */
final class TlsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        WeirProperties properties = Binder.get(context.getEnvironment()).bindOrCreate("weir", WeirProperties.class);
        new Settings(properties).tlsProvider(() -> false);
    }
}
