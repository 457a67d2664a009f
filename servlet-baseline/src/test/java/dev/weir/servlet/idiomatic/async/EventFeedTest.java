package dev.weir.servlet.idiomatic.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clients.Admission;
import dev.weir.clients.Use;
import dev.weir.events.EventLimits;
import dev.weir.events.EventLog;
import dev.weir.events.Fanout;
import dev.weir.events.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the stream of a revoked key ends even while all threads of the pool wait for other clients (C07). */
class EventFeedTest {
    private static final EventLimits EVENT_LIMITS = new EventLimits(1, 1, Duration.ofSeconds(9), Duration.ofSeconds(9));

    private final RevocableClient client = new RevocableClient();

    /** If this fails, check that the stream can end without a thread of the pool. */
    @Test
    void c07_aRevokedKeysStreamEndsAlthoughThePoolIsBusy() {
        List<Runnable> waiting = new ArrayList<>();
        EventLog log = new EventLog("e", 9, Long.MAX_VALUE);
        Admission admission = client.callers.subscription(client.request("/events"));
        EventFeed feed = new EventFeed(
                new Fanout(log, _ -> {}, (task, delayNanos) -> () -> {}, EVENT_LIMITS, () -> 0),
                _ -> {},
                waiting::add,
                log,
                Reading.stream(log, null, _ -> List.of()),
                admission);
        feed.start();
        client.revoke();
        assertThatThrownBy(() -> feed.emitter().send("more")).hasMessageContaining("already completed");
        assertThat(client.clients.active(Use.SUBSCRIPTION)).isZero();
        assertThat(waiting).isEmpty();
    }
}
