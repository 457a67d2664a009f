package dev.weir.servlet.idiomatic.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.Admission;
import dev.weir.clients.ApiKey;
import dev.weir.clients.Callers;
import dev.weir.clients.Clients;
import dev.weir.clients.LiveLimits;
import dev.weir.clients.Plan;
import dev.weir.clients.TestRequest;
import dev.weir.clients.Use;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Fanout;
import dev.weir.events.Reading;
import dev.weir.network.Proxies;
import dev.weir.throttle.Chunk;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.TokenBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** C07: an event stream whose key is revoked while all threads of the pool wait for other clients. */
class EventFeedTest {
    private static final ApiKey KEY = ApiKey.parse("a key");
    private static final Plan PLAN = new Plan("plan", 0, 0, 1, 9, 9, 9, false, false);
    private static final Chunk.Time CHUNK_TIME = Chunk.Time.fixed(Duration.ofMillis(100));
    private static final EventLimits EVENT_LIMITS = new EventLimits(1, 1, Duration.ofSeconds(9), Duration.ofSeconds(9));

    private final Throttle throttle =
            new Throttle(new TokenBucket(0, 0, 0), CHUNK_TIME, (task, delayNanos) -> () -> {}, () -> 0);
    private final Clients clients = new Clients(
            throttle, List.of(new Clients.Rule("client", KEY, null, PLAN)), PLAN, new Clients.Limits(9, 9, 9), () -> 0);
    private final Callers callers = new Callers(clients, new Proxies(List.of()));
    private final LiveLimits limits =
            new LiveLimits(throttle, clients, CHUNK_TIME, new LiveLimits.Bucket(0, 0), Map.of(PLAN.name(), PLAN));

    /** If this fails, check that the end of the stream waits for no thread of the pool. */
    @Test
    void c07_aRevokedKeysStreamEndsAlthoughThePoolIsBusy() {
        List<Runnable> waiting = new ArrayList<>();
        EventLog log = new EventLog("e", 9, Long.MAX_VALUE);
        Admission admission = callers.subscription(
                new TestRequest("/events", null, Map.of("X-API-Key", "a key"), InetAddress.ofLiteral("192.0.2.1")));
        EventFeed feed = new EventFeed(
                new Fanout(log, _ -> {}, (task, delayNanos) -> () -> {}, EVENT_LIMITS, () -> 0),
                _ -> {},
                waiting::add,
                log,
                Reading.stream(log, null, _ -> List.of()),
                admission);
        feed.start();
        limits.revoke(KEY, Runnable::run);
        assertThatThrownBy(() -> feed.emitter().send("more")).hasMessageContaining("already completed");
        assertThat(clients.active(Use.SUBSCRIPTION)).isZero();
        assertThat(waiting).isEmpty();
    }
}
