package dev.weir.config;

import dev.weir.config.keys.KnownKeys;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Checks all configuration keys and values before Spring creates any bean. An unknown key or an invalid value ends the
 * start with one error message. Warns of keys that only the other server has. Registers the {@link WeirProperties} and
 * the {@link Settings} as beans. So Spring need not bind the properties a second time.
 *
 * <p>Runs before all other initializers. A {@code @PropertySource} is read later, so it cannot set {@code weir.*}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final Logger log = LoggerFactory.getLogger(SettingsCheck.class);

    /** The keys whose default is empty. */
    private static final Set<String> MAY_BE_EMPTY = Set.of(
            "weir.trusted-proxies",
            "weir.events.allowed-origins",
            "weir.soap.key-store-password",
            "weir.soap.trust-store-password",
            "weir.redis.trust-store-password");
    /** The keys that only one server has. The other server accepts but ignores them, so the two can share settings. */
    private static final Map<String, WebApplicationType> ONLY = Map.of(
            "weir.model", WebApplicationType.SERVLET,
            "weir.tuning.small-buffers", WebApplicationType.SERVLET,
            "weir.tuning.reader-buffer", WebApplicationType.SERVLET,
            "weir.tuning.shared-buffers", WebApplicationType.REACTIVE,
            "weir.tuning.ascii-fields", WebApplicationType.REACTIVE,
            "weir.connections.max", WebApplicationType.REACTIVE);

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Binder binder = Binder.get(context.getEnvironment());
        check(context.getEnvironment(), binder);
        WeirProperties properties = binder.bindOrCreate("weir", WeirProperties.class);
        context.getBeanFactory().registerSingleton("weirProperties", properties);
        context.getBeanFactory().registerSingleton("settings", new Settings(properties));
    }

    private static void check(ConfigurableEnvironment environment, Binder binder) {
        Iterable<ConfigurationPropertySource> sources = ConfigurationPropertySources.get(environment);
        KnownKeys known = new KnownKeys("weir", WeirProperties.class);
        known.firstUnknown(sources).ifPresent(unknown -> {
            throw new BadSettingException(
                    unknown.key(), "is not known; did you mean " + unknown.nearest() + "? (" + unknown.origin() + ")");
        });
        WebApplicationType server = binder.bind("spring.main.web-application-type", WebApplicationType.class)
                .orElse(WebApplicationType.NONE);
        known.values(sources).forEach((key, value) -> {
            if (!MAY_BE_EMPTY.contains(key) && resolved(environment, key, value).isBlank()) {
                throw new BadSettingException(key, "must not be empty"); // Spring would take the default
            }
            WebApplicationType only = ONLY.getOrDefault(key, server);
            if (only != server && server != WebApplicationType.NONE) {
                log.warn(
                        "{} is ignored; only the {} server has it",
                        key,
                        only.name().toLowerCase(Locale.ROOT));
            }
        });
    }

    private static String resolved(ConfigurableEnvironment environment, String key, Object value) {
        try {
            return environment.resolvePlaceholders(value.toString());
        } catch (IllegalArgumentException _) { // its message has the value, which may be secret
            throw new BadSettingException(key, "has a placeholder that cannot be resolved");
        }
    }
}
