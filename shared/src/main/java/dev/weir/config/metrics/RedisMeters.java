package dev.weir.config.metrics;

import dev.weir.cluster.LinkState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Registers the meters of the connection to Redis. The meters exist only if {@code weir.redis.uri} is set. */
public final class RedisMeters implements MeterBinder {
    private static final Duration[] REPLIES = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(1)
    };

    private final LinkState link;

    public RedisMeters(LinkState link) {
        this.link = link;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("weir.redis.up", link, state -> state.isUp() ? 1 : 0)
                .description("1 if Redis answers, otherwise 0")
                .register(registry);
        FunctionCounter.builder("weir.redis.errors", link, LinkState::failures)
                .description("commands that Redis refused or did not answer in time, or that could not be sent")
                .register(registry);
        Timer replies = Timer.builder("weir.redis.reply")
                .description("time until Redis answers a command")
                .serviceLevelObjectives(REPLIES)
                .register(registry);
        link.onReply(nanos -> replies.record(nanos, TimeUnit.NANOSECONDS));
    }
}
