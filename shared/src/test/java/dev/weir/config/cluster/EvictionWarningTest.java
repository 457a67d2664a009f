package dev.weir.config.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.weir.cluster.RedisLink;
import dev.weir.config.WeirProperties;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.log.CapturedLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Tests that a node warns at its start if its Redis is set to drop keys when memory is short. */
class EvictionWarningTest {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    @ParameterizedTest
    @ValueSource(strings = {"allkeys-lru", "volatile-ttl"})
    void aPolicyThatDropsKeysIsNamedInOneLine(String policy) {
        assertThat(warnings("100mb", policy))
                .singleElement()
                .asString()
                .contains("127.0.0.1", "maxmemory-policy " + policy, "noeviction");
    }

    @Test
    void aRedisThatDropsNothingIsNotWarnedAbout() {
        assertThat(warnings("100mb", "noeviction")).isEmpty();
        assertThat(warnings("0", "allkeys-lru")).isEmpty();
    }

    private static List<String> warnings(String limit, String policy) {
        REDIS.ask("CONFIG SET maxmemory " + limit);
        REDIS.ask("CONFIG SET maxmemory-policy " + policy);
        WeirProperties properties = new Binder(
                        new MapConfigurationPropertySource(Map.of("weir.redis.uri", REDIS.uri())))
                .bindOrCreate("weir", WeirProperties.class);
        try (CapturedLog log = new CapturedLog(ClusterConfiguration.class);
                RedisLink _ = new ClusterConfiguration().redisLink(properties)) {
            return log.events().stream()
                    .filter(line -> line.getLevel() == Level.WARN)
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
        }
    }
}
