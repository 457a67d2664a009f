package dev.weir.config.cluster;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** A Spring condition that is true if the configuration key {@code weir.redis.uri} is set. */
final class HasRedis implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return context.getEnvironment().containsProperty("weir.redis.uri");
    }
}
