package dev.weir.config.management;

import dev.weir.cluster.RedisLink;
import dev.weir.events.EventLog;
import java.util.List;
import org.springframework.boot.health.contributor.Health;

/** Tells whether Redis answers, and which features work only partly while Redis does not answer. Thread-safe. */
public final class RedisState {
    private final RedisLink link;
    private final EventLog log;

    /** @param log this node's copy of the event log in Redis */
    public RedisState(RedisLink link, EventLog log) {
        this.link = link;
        this.log = log;
    }

    /** Returns the state of the health component {@code redis}. */
    public Health health() {
        return link.isUp()
                ? HealthConfiguration.state(!log.isBehind(), "this node has not read all events from Redis")
                : HealthConfiguration.state(
                        false,
                        "Redis, which weir.redis.uri names, " + link.state().trouble());
    }

    /** Returns the names of the features that work only partly now, for {@code /actuator/info}. */
    public List<String> degraded() {
        if (!link.isUp()) {
            return List.of("events", "limits", "publishing", "soap");
        }
        return log.isBehind() ? List.of("events") : List.of();
    }
}
