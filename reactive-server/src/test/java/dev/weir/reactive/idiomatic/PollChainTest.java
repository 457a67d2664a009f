package dev.weir.reactive.idiomatic;

import static dev.weir.reactive.VirtualSite.HEARTBEAT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.Batch;
import dev.weir.reactive.VirtualSite;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Tests the reactive chain of a long poll in the style {@code idiomatic}, in virtual time (E09, L01, L02). */
class PollChainTest {
    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    @SuppressWarnings("NullAway.Init") // before each test
    private EventFeeds feeds;

    private final List<Object> unread = new ArrayList<>();

    @BeforeEach
    void open(@TempDir Path root) {
        site = new VirtualSite(root);
        feeds = new EventFeeds(site.log, site.limits, new SimpleMeterRegistry(), site.nanoClock);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void publish(String data) {
        site.log.append("default", null, data);
    }

    /** Moves the virtual clock, even after a StepVerifier has ended. StepVerifier's own virtual time cannot do that. */
    private void await(Duration duration) {
        site.time.advanceTimeBy(duration);
    }

    private void assertNobodyIsLeft() {
        unread.clear(); // the cancel itself may have discarded a batch
        assertThat(site.places()).as("subscriptions").isZero();
        publish("nobody gets this");
        await(HEARTBEAT); // in this time, the fan-out visits every listener
        assertThat(feeds.lag()).as("events that a listener lacks").isZero();
        assertThat(unread).as("batches after the cancel").isEmpty();
    }

    private Mono<String> poll(String query) {
        MockServerWebExchange exchange = MockServerWebExchange.from(VirtualSite.get("/events/next?" + query));
        return new EventController(site.callers, site.log, feeds)
                .next(exchange)
                .doOnDiscard(Batch.class, unread::add)
                .map(answer ->
                        answer.getStatusCode() + " " + answer.getHeaders().getFirst("Weir-Cursor"));
    }

    @Test
    void l01_aPollGetsTheNextEvent() {
        StepVerifier.create(poll("timeout=10s"))
                .expectSubscription()
                .then(() -> publish("one"))
                .expectNext("200 OK epoch-1")
                .verifyComplete();
        assertNobodyIsLeft();
    }

    @Test
    void l02_aPollEndsWhenItsTimeIsOver() {
        StepVerifier.create(poll("timeout=10s"))
                .expectSubscription()
                .then(() -> await(Duration.ofMillis(9_999)))
                .then(() -> assertThat(site.places()).isOne())
                .then(() -> await(Duration.ofMillis(1)))
                .expectNext("204 NO_CONTENT epoch-0")
                .verifyComplete();
        assertNobodyIsLeft();
    }

    @Test
    void e09_aPollThatIsCancelledLeavesNobody() {
        StepVerifier.create(poll("timeout=10s"))
                .expectSubscription()
                .then(() -> assertThat(site.places()).isOne())
                .thenCancel()
                .verify();
        assertNobodyIsLeft();
    }
}
