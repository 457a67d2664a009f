package dev.weir.config.cluster;

import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.keys.KeyStore;
import dev.weir.cluster.EvictionPolicy;
import dev.weir.cluster.LogReader;
import dev.weir.cluster.RedisChannel;
import dev.weir.cluster.RedisKeys;
import dev.weir.cluster.RedisLink;
import dev.weir.cluster.RedisPublisher;
import dev.weir.cluster.RedisReplayCache;
import dev.weir.cluster.SharedLimits;
import dev.weir.cluster.shares.Shares;
import dev.weir.config.BadSettingException;
import dev.weir.config.WeirProperties;
import dev.weir.config.management.RedisState;
import dev.weir.config.metrics.RedisMeters;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Publisher;
import dev.weir.throttle.Throttle;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Defines the Spring beans that let several nodes (server processes) share state through Redis. The beans exist only if
 * {@code weir.redis.uri} is set.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(HasRedis.class)
public class ClusterConfiguration {
    private static final Duration START = Duration.ofSeconds(10);
    private static final Logger log = LoggerFactory.getLogger(ClusterConfiguration.class);

    @Bean
    RedisLink redisLink(WeirProperties properties) {
        RedisLink link = new RedisLink(properties.redis(), System::nanoTime);
        await(() -> link.awaitUp(START), link::close);
        log.info(
                "sharing with other nodes on Redis at {} (weir.redis.uri), under '{}': events, bandwidth and counts, changed limits and keys, the replay cache of SOAP",
                link.place(),
                properties.redis().prefix());
        EvictionPolicy.warning(link).ifPresent(log::warn);
        return link;
    }

    /**
     * Runs {@code waiting}, which waits for Redis. If Redis does not answer in time, runs {@code close} and throws a
     * {@link BadSettingException}.
     */
    private static void await(Runnable waiting, Runnable close) {
        try {
            waiting.run();
        } catch (IllegalStateException e) {
            close.run();
            throw new BadSettingException("weir.redis.uri", String.valueOf(e.getMessage()));
        }
    }

    @Bean
    EventLog sharedEventLog(EventLimits limits) {
        return EventLog.ofSeveral(limits.history(), limits.historyBytes());
    }

    @Bean
    LogReader logReader(RedisLink link, EventLog sharedEventLog) {
        LogReader reader = new LogReader(link, sharedEventLog);
        await(() -> reader.awaitComplete(START), () -> {
            reader.close();
            link.close();
        });
        return reader;
    }

    @Bean
    Publisher redisPublisher(RedisLink link, EventLimits limits) {
        return new RedisPublisher(link, limits.history(), limits.historyBytes());
    }

    @Bean
    RedisState redisState(RedisLink link, EventLog sharedEventLog) {
        return new RedisState(link, sharedEventLog);
    }

    /**
     * Checks that Redis answers and that this node has copied all events from Redis. Readiness does not depend on this
     * check, because a node without Redis can still serve downloads.
     */
    @Bean
    HealthIndicator redisHealthIndicator(RedisState state) {
        return state::health;
    }

    @Bean
    RedisMeters redisMeters(RedisLink link) {
        return new RedisMeters(link.state());
    }

    @Bean
    SharedLimits sharedLimits(RedisLink link, LiveLimits limits) {
        return new SharedLimits(link, limits);
    }

    @Bean
    KeyStore redisKeys(RedisLink link) {
        return new RedisKeys(link);
    }

    @Bean
    Shares shares(RedisLink link, Throttle throttle, Clients clients, LiveLimits limits) {
        return RedisChannel.share(link, throttle, clients, limits, System::nanoTime);
    }

    @Bean
    RedisReplayCache redisReplayCache(RedisLink link, WeirProperties properties) {
        return new RedisReplayCache(link, properties.redis().durable());
    }
}
