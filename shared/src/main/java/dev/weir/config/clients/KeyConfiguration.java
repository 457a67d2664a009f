package dev.weir.config.clients;

import dev.weir.clients.ApiKey;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.keys.ClientKeys;
import dev.weir.clients.keys.KeyFile;
import dev.weir.clients.keys.KeyStore;
import dev.weir.clients.keys.TemporaryKey;
import dev.weir.config.BadSettingException;
import dev.weir.config.Settings;
import dev.weir.config.WeirProperties;
import dev.weir.config.management.ClientsEndpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;

/** Defines the Spring beans that change API keys at run time. */
@Configuration(proxyBeanMethods = false)
public class KeyConfiguration {
    /**
     * Creates a store that keeps the changes of API keys in a file. If no file is configured, the store refuses
     * changes. Spring does not use this bean if Redis is configured.
     */
    @Bean
    @Fallback
    @Lazy
    KeyStore keyStore(WeirProperties properties) {
        Path file = properties.clientKeys().file();
        try {
            return file == null ? KeyStore.none() : new KeyFile(file);
        } catch (IllegalArgumentException e) {
            throw new BadSettingException("weir.client-keys.file", String.valueOf(e.getMessage()));
        }
    }

    @Bean
    ClientKeys clientKeys(Settings settings, Clients.Rule publisherRule, LiveLimits limits, KeyStore store) {
        ApiKey publisher = Objects.requireNonNull(publisherRule.key());
        boolean made = settings.events().token() == null;
        List<Clients.Rule> rules = new ArrayList<>(settings.rules());
        rules.add(publisherRule);
        try {
            return new ClientKeys(limits, rules, made ? new TemporaryKey(publisher, store) : store);
        } catch (IllegalStateException e) {
            throw new BadSettingException("weir.redis.uri", String.valueOf(e.getMessage()));
        }
    }

    @Bean
    ClientsEndpoint clientsEndpoint(ClientKeys keys, LiveLimits limits) {
        return new ClientsEndpoint(keys, limits);
    }
}
