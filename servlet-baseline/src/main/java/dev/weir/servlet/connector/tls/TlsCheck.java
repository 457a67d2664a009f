package dev.weir.servlet.connector.tls;

import dev.weir.config.Settings;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Stops the start-up if {@code weir.tls.provider=native} is set, because this server uses only the JDK's TLS. Runs
 * before Spring creates any bean, but after the check that registers the {@link Settings}. If it ran later, Spring
 * would print an additional warning.
 */
final class TlsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.getBeanFactory().getBean(Settings.class).tlsProvider(() -> false);
    }
}
