package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.contract.cluster.RedisServer;
import dev.weir.rights.Folders;
import dev.weir.rights.Rights;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests limits that are changed on one of several nodes (T06). Redis keeps them after that node has ended. */
class SharedLimitsTest {
    private static final Duration CHUNK_TIME = Duration.ofMillis(100);
    private static final Plan PLAN = new Plan(
            "plan", 0, 0, 1, 9, 9, 9, false, true, new Rights(Folders.of(List.of("a")), Set.of("b"), Set.of("c")));

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    private RedisLink link;
    private RedisLink other;

    @BeforeEach
    void connect() {
        REDIS.forget();
        link = Links.to(REDIS);
        other = Links.to(REDIS);
    }

    @AfterEach
    void disconnect() {
        link.close();
        other.close();
    }

    private static LiveLimits node(RedisLink link) {
        Throttle throttle = new Throttle(
                new TokenBucket(0, 0, 0), Chunk.Time.fixed(CHUNK_TIME), (task, delayNanos) -> () -> {}, () -> 0);
        Clients clients = new Clients(throttle, List.of(), PLAN, new Clients.Limits(9, 9, 9), () -> 0);
        LiveLimits limits = new LiveLimits(
                throttle, clients, Chunk.Time.fixed(CHUNK_TIME), new LiveLimits.Bucket(0, 0), Map.of("plan", PLAN));
        var _ = new SharedLimits(link, limits);
        return limits;
    }

    private static int weight(LiveLimits limits) {
        return Objects.requireNonNull(limits.plans().get("plan")).weight();
    }

    /** A node that starts must read the changed limits from Redis before it serves clients. */
    @Test
    void t06_aNodeThatStartsLaterHasTheChangedLimits() {
        LiveLimits limits = node(link);
        limits.change("plan", plan -> plan.withWeight(5));
        limits.changeGlobal(_ -> new LiveLimits.Bucket(1_000_000, 2_000_000));
        await().until(() -> REDIS.ask("HLEN test:limits").equals(":2"));
        LiveLimits later = node(other);
        assertThat(later.plans()).isEqualTo(limits.plans());
        assertThat(later.global()).isEqualTo(limits.global());
    }

    /** A poll of the limits throws an exception. The node must poll again and find the next change. */
    @Test
    void t06_aPollThatThrowsIsNotTheLast() {
        AtomicBoolean fault = new AtomicBoolean();
        LongSupplier clock = () -> {
            if (isOfLimits() && fault.compareAndSet(true, false)) {
                throw new IllegalStateException("planted");
            }
            return System.nanoTime();
        };
        try (RedisLink faulty = Links.to(REDIS.uri(), clock)) {
            LiveLimits limits = node(faulty);
            fault.set(true);
            await().until(() -> !fault.get());
            node(other).change("plan", plan -> plan.withWeight(5));
            await().until(() -> weight(limits) == 5);
        }
    }

    private static boolean isOfLimits() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(SharedLimits.class.getName())));
    }

    /**
     * A limit is changed while Redis is down. Later, the node must write the change to Redis, and not take over the old
     * limit.
     */
    @Test
    void t06_aChangeWithoutRedisStaysAndIsWrittenLater() {
        LiveLimits limits = node(link);
        LiveLimits others = node(other);
        limits.change("plan", plan -> plan.withWeight(5));
        await().until(() -> weight(others) == 5);
        REDIS.kill();
        limits.change("plan", plan -> plan.withWeight(6));
        assertThat(weight(limits)).isEqualTo(6);
        REDIS.restart();
        await().until(() -> weight(others) == 6);
        assertThat(weight(limits)).isEqualTo(6);
    }
}
