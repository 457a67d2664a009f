package dev.weir.config;

import dev.weir.browser.ManagementGuard;
import dev.weir.catalog.FileCatalog;
import dev.weir.catalog.Samples;
import dev.weir.clients.ApiKey;
import dev.weir.clients.Callers;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plans;
import dev.weir.config.management.ChangeCheck;
import dev.weir.config.management.HealthConfiguration;
import dev.weir.config.management.InfoConfiguration;
import dev.weir.config.management.JmxLimits;
import dev.weir.config.management.MissingCheck;
import dev.weir.config.management.ResourceCheck;
import dev.weir.config.management.WeirEndpoint;
import dev.weir.config.stop.Shutdown;
import dev.weir.connection.ConnectionLimits;
import dev.weir.connection.Connections;
import dev.weir.listing.Listings;
import dev.weir.page.Page;
import dev.weir.throttle.SlowReaders;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.Timer;
import dev.weir.throttle.TokenBucket;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Defines the Spring beans that both servers have in common, except the settings. {@link SettingsCheck} registers the
 * settings as beans. Each server adds a {@link Timer} and its controllers.
 */
@Configuration(proxyBeanMethods = false)
@Import({
    OtherMethods.class,
    EventConfiguration.class,
    HealthConfiguration.class,
    InfoConfiguration.class,
    SoapConfiguration.class,
    Shutdown.class,
    Page.class
})
public class SharedConfiguration {
    private static final int TOKEN_BYTES = 16;

    private static final Logger log = LoggerFactory.getLogger(SharedConfiguration.class);

    @Bean
    Throttle throttle(Settings settings, Timer timer) {
        TokenBucket global = new TokenBucket(settings.rate(), settings.capacity(), System.nanoTime());
        return new Throttle(global, settings.chunkTime(), timer, System::nanoTime);
    }

    @Bean
    Clients.Rule publisherRule(Settings settings) {
        return settings.publisher(publisherKey(settings));
    }

    @Bean
    Clients clients(Settings settings, Clients.Rule publisherRule, Throttle throttle) {
        List<Clients.Rule> rules = new ArrayList<>(settings.rules());
        rules.add(publisherRule);
        Plans plans = new Plans(rules, settings.others(), settings.plans().values());
        return new Clients(throttle, rules, plans, settings.limits(), System::nanoTime);
    }

    private static ApiKey publisherKey(Settings settings) {
        ApiKey configured = settings.events().token();
        if (configured != null) {
            return configured;
        }
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        String token = HexFormat.of().formatHex(random);
        log.info("events are published with the key {} (weir.events.publisher-token is not set)", token);
        return ApiKey.parse(token);
    }

    @Bean
    Callers callers(Settings settings, Clients clients) {
        return new Callers(clients, settings.proxies(), settings.links());
    }

    @Bean
    ConnectionLimits connectionLimits(Settings settings) {
        return settings.connections();
    }

    @Bean
    Connections connections(Settings settings) {
        return new Connections(settings.connections().perAddress(), settings.proxies());
    }

    @Bean
    ManagementGuard managementGuard(WeirProperties properties, Environment environment) {
        List<String> origins = Binder.get(environment)
                .bind("management.endpoints.web.cors.allowed-origins", Bindable.listOf(String.class))
                .orElse(List.of());
        return new ManagementGuard(properties.management().hosts(), origins);
    }

    @Bean
    LiveLimits liveLimits(Settings settings, Throttle throttle, Clients clients) {
        LiveLimits.Bucket global = new LiveLimits.Bucket(settings.rate(), settings.capacity());
        return new LiveLimits(throttle, clients, settings.chunkTime(), global, settings.plans());
    }

    @Bean
    WeirEndpoint weirEndpoint(LiveLimits limits, Throttle throttle, Clients clients) {
        return new WeirEndpoint(limits, throttle, clients);
    }

    @Bean
    ChangeCheck changeCheck() {
        return new ChangeCheck();
    }

    @Bean
    MissingCheck missingCheck() {
        return new MissingCheck();
    }

    @Bean
    ResourceCheck resourceCheck() {
        return new ResourceCheck();
    }

    @Bean
    JmxLimits jmxLimits(LiveLimits limits, Throttle throttle, Clients clients) {
        return new JmxLimits(limits, throttle, clients);
    }

    @Bean
    SlowReaders slowReaders(WeirProperties properties) {
        MinProgress least = properties.files().minProgress();
        return new SlowReaders(least.size().toBytes(), least.time(), System::nanoTime);
    }

    @Bean
    FileCatalog fileCatalog(WeirProperties properties) throws IOException {
        Path root = properties.files().root();
        Path served = root == null ? Samples.create() : root;
        log.info("serving {}{}", served, root == null ? " (built-in samples, since weir.files.root is not set)" : "");
        String charset = System.getProperty("sun.jnu.encoding"); // the charset of the process's locale
        if (!"UTF-8".equals(charset)) {
            log.warn(
                    "the locale's character set is {}: files whose names have other characters are not served; start"
                            + " the server with LC_ALL=C.UTF-8",
                    charset);
        }
        return new FileCatalog(
                served,
                properties.files().hidden(),
                properties.files().cacheTime(),
                System::nanoTime,
                InstantSource.system());
    }

    @Bean
    Listings listings(FileCatalog catalog) {
        return new Listings(catalog, Runtime.getRuntime().maxMemory() / 8);
    }
}
