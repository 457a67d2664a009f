package dev.weir.config.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.cluster.LogReader;
import dev.weir.cluster.RedisLink;
import dev.weir.cluster.RedisSettings;
import dev.weir.config.management.RedisState;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.events.EventLog;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** Tests the health and the degraded features that a node reports if it cannot use Redis (A02). */
class RedisHealthTest {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private final ClusterConfiguration configuration = new ClusterConfiguration();
    private final EventLog log = EventLog.ofSeveral(10, 10_000);
    private RedisLink link;

    @BeforeEach
    void connect() {
        link = new RedisLink(new RedisSettings(REDIS.uri(), "test:", false, null, ""), System::nanoTime);
        link.awaitUp(Duration.ofSeconds(10));
    }

    @AfterEach
    void disconnect() {
        link.close();
        REDIS.ask("ACL SETUSER default +xread +ping");
    }

    /** A node that may not read events from Redis must report DOWN, even if its connection to Redis is up. */
    @Test
    void a02_aNodeThatMayNotReadEventsIsDown() {
        RedisState state = configuration.redisState(link, log);
        HealthIndicator health = configuration.redisHealthIndicator(state);
        try (LogReader _ = configuration.logReader(link, log)) {
            assertThat(status(health)).isEqualTo(Status.UP);
            assertThat(state.degraded()).isEmpty();
            REDIS.ask("ACL SETUSER default -xread");
            await().until(() -> status(health).equals(Status.DOWN));
            assertThat(link.isUp()).isTrue();
            assertThat(reason(health)).isEqualTo("this node has not read all events from Redis");
            assertThat(state.degraded()).containsExactly("events");
            REDIS.ask("ACL SETUSER default +xread");
            await().until(() -> status(health).equals(Status.UP));
        }
    }

    @Test
    void a02_aNodeWithoutRedisNamesItsDegradedFeatures() {
        link.close();
        RedisState state = configuration.redisState(link, log);
        HealthIndicator health = configuration.redisHealthIndicator(state);
        assertThat(status(health)).isEqualTo(Status.DOWN);
        assertThat(reason(health)).isEqualTo("Redis, which weir.redis.uri names, does not answer");
        assertThat(state.degraded()).containsExactly("events", "limits", "publishing", "soap");
    }

    /** If Redis refuses commands, the health must name the refusal. It must not say that Redis gives no answer. */
    @Test
    void a02_aNodeWhoseRedisRefusesCommandsNamesTheRefusal() {
        HealthIndicator health = configuration.redisHealthIndicator(configuration.redisState(link, log));
        REDIS.ask("ACL SETUSER default -ping");
        await().until(() -> status(health).equals(Status.DOWN));
        assertThat(reason(health)).isEqualTo("Redis, which weir.redis.uri names, refuses commands with NOPERM");
    }

    /**
     * If a server cannot start because it has not read all events from Redis, the thread that reads events must end.
     */
    @Test
    void aReaderThatIsNotCompleteIsClosed() {
        Thread.currentThread().interrupt(); // ends the wait at once
        assertThatThrownBy(() -> configuration.logReader(link, log)).isInstanceOf(RuntimeException.class);
        assertThat(Thread.interrupted()).isTrue();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("weir-redis-events")));
    }

    private static Status status(HealthIndicator health) {
        return health(health).getStatus();
    }

    private static Object reason(HealthIndicator health) {
        return Objects.requireNonNull(health(health).getDetails().get("reason"));
    }

    private static Health health(HealthIndicator health) {
        return Objects.requireNonNull(health.health());
    }
}
