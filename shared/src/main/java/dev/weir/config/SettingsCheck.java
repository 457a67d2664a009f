package dev.weir.config;

import dev.weir.config.keys.KnownKeys;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Checks all configuration keys and values before Spring creates any bean. So an unknown key or an invalid value causes
 * only one error message. Registers the {@link WeirProperties} and the {@link Settings} as beans, so that Spring does
 * not bind them again, which would slow the start.
 *
 * <p>Runs before all other initializers. A {@code @PropertySource} is read later, so it cannot set {@code weir.*}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        check(ConfigurationPropertySources.get(context.getEnvironment()));
        String model = context.getEnvironment().getProperty("weir.model");
        if (model != null
                && model.isBlank()) { // the binder would take the default, but the conditions would select no model
            throw new BadSettingException("weir.model", "must not be empty");
        }
        Binder binder = Binder.get(context.getEnvironment());
        WeirProperties properties = binder.bindOrCreate("weir", WeirProperties.class);
        context.getBeanFactory().registerSingleton("weirProperties", properties);
        context.getBeanFactory().registerSingleton("settings", new Settings(properties));
    }

    private static void check(Iterable<ConfigurationPropertySource> sources) {
        KnownKeys known = new KnownKeys("weir", WeirProperties.class);
        known.firstUnknown(sources).ifPresent(unknown -> {
            throw new BadSettingException(
                    unknown.key(), "is not known; did you mean " + unknown.nearest() + "? (" + unknown.origin() + ")");
        });
    }
}
