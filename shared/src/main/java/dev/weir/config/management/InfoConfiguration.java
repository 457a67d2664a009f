package dev.weir.config.management;

import java.util.List;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Defines what both servers add to {@code /actuator/info}. Spring Boot itself adds the version and the Git commit. */
@Configuration(proxyBeanMethods = false)
public class InfoConfiguration {
    private record RedisInfo(boolean used, List<String> degraded) {}

    private record ModelInfo(String model, String style) {}

    /** Shows whether this node uses Redis, and which features work only partly because Redis cannot be used now. */
    @Bean
    InfoContributor redisInfo(ObjectProvider<RedisState> redis) {
        return info -> {
            RedisState state = redis.getIfAvailable();
            info.withDetail("redis", new RedisInfo(state != null, state == null ? List.of() : state.degraded()));
        };
    }

    /** Returns a contributor that shows the server's threading model and style (tuned or idiomatic), in lower case. */
    public static InfoContributor ofModel(String model, String style) {
        ModelInfo shown = new ModelInfo(model.toLowerCase(Locale.ROOT), style.toLowerCase(Locale.ROOT));
        return info -> info.withDetail("weir", shown);
    }
}
