package dev.weir.reactive.idiomatic;

import static dev.weir.reactive.VirtualSite.HEARTBEAT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.Batch;
import dev.weir.reactive.VirtualSite;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.StepVerifier.FirstStep;

/** The chains of a stream and of a poll in plain WebFlux, step by step, on virtual time: E03, E06, E07, E09, L02. */
class EventChainTest {
    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    @SuppressWarnings("NullAway.Init") // before each test
    private EventFeeds feeds;

    private final List<Batch> unread = new ArrayList<>();

    @BeforeEach
    void open(@TempDir Path root) {
        site = new VirtualSite(root);
        feeds = new EventFeeds(site.log, site.limits, new SimpleMeterRegistry(), site.nanoClock);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private EventController controller() {
        return new EventController(site.callers, site.log, feeds);
    }

    private Flux<ServerSentEvent<String>> stream() {
        MockServerWebExchange exchange = MockServerWebExchange.from(VirtualSite.get("/events"));
        return Flux.using(
                Place::new,
                place -> {
                    place.putInto(exchange);
                    return controller().stream(exchange)
                            .flatMapMany(answer -> Objects.requireNonNull(answer.getBody()));
                },
                Place::leave);
    }

    /** Frames as {@code id=data}, {@code id} or {@code comment}. */
    private FirstStep<String> demanding(long frames) {
        return StepVerifier.withVirtualTime(() -> stream().map(EventChainTest::text), () -> site.time, frames);
    }

    private static String text(ServerSentEvent<String> frame) {
        return frame.id() == null ? "comment" : frame.data() == null ? frame.id() : frame.id() + "=" + frame.data();
    }

    private void publish(String data) {
        site.log.append("default", null, data);
    }

    private void assertNobodyIsLeft() {
        assertThat(site.places()).as("places").isZero();
        publish("nobody gets this");
        site.time.advanceTimeBy(HEARTBEAT); // in which a round is gone
        assertThat(feeds.lag()).as("events that a listener has still to get").isZero();
    }

    @Test
    void e03_eachDemandGetsAFrameInOrder() {
        demanding(0)
                .expectSubscription()
                .then(() -> assertThat(site.places()).isOne())
                .thenRequest(1)
                .expectNext("epoch-0")
                .then(() -> publish("one"))
                .thenRequest(1)
                .expectNext("epoch-1= one")
                .then(() -> publish("two\rthree"))
                .thenRequest(1)
                .expectNext("epoch-2= two\n three")
                .thenCancel()
                .verify();
        assertNobodyIsLeft();
    }

    @Test
    void e06_aSilentStreamHasHeartbeats() {
        demanding(Long.MAX_VALUE)
                .expectNext("epoch-0")
                .thenAwait(HEARTBEAT)
                .expectNext("comment")
                .thenAwait(HEARTBEAT)
                .expectNext("comment")
                .thenCancel()
                .verify();
        assertNobodyIsLeft();
    }

    /** If this fails, check that the log keeps what a stalled subscriber has not demanded, and the feed does not. */
    @Test
    void e07_whoDemandsNothingForTooLongIsCutOff() {
        demanding(1)
                .expectNext("epoch-0")
                .then(() -> publish("one"))
                .thenAwait(site.limits.stallLimit().plus(HEARTBEAT))
                .verifyError(ClosedChannelException.class);
        assertNobodyIsLeft();
    }

    /** If this fails, check that the cut does not wait behind the rest of a batch, for which there is no demand. */
    @Test
    void e07_whoDemandsAPartOfABatchIsCutOff() {
        demanding(1)
                .expectNext("epoch-0")
                .then(() -> publish("one"))
                .then(() -> publish("two"))
                .thenRequest(1)
                .expectNext("epoch-1= one")
                .then(() -> publish("three"))
                .thenAwait(site.limits.stallLimit().plus(HEARTBEAT))
                .expectError(ClosedChannelException.class)
                .verify(Duration.ofSeconds(10));
        assertNobodyIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void e09_aCancelAfterSomeFramesLeavesNobody(int frames) {
        demanding(frames)
                .expectSubscription()
                .then(() -> publish("one"))
                .then(() -> publish("two"))
                .expectNextCount(frames)
                .thenCancel()
                .verify();
        assertNobodyIsLeft();
    }

    @Test
    void e10_aServerThatStopsSaysWhenToComeBack() {
        StepVerifier.withVirtualTime(this::stream, () -> site.time, Long.MAX_VALUE)
                .expectNextCount(1)
                .then(() -> assertThat(feeds.dismiss()).isCompleted())
                .assertNext(frame -> assertThat(frame.retry()).isPositive())
                .verifyComplete();
        assertNobodyIsLeft();
    }

    @Test
    void e10_overThePlanTheSecondStreamIsToldToComeBack() {
        stream().subscribe();
        StepVerifier.create(stream())
                .assertNext(frame -> assertThat(frame.retry()).isPositive())
                .verifyComplete();
        assertThat(site.places()).isOne();
    }

    private Mono<String> poll(String query) {
        MockServerWebExchange exchange = MockServerWebExchange.from(VirtualSite.get("/events/next?" + query));
        return controller()
                .next(exchange)
                .doOnDiscard(Batch.class, unread::add)
                .map(answer ->
                        answer.getStatusCode() + " " + answer.getHeaders().getFirst("Weir-Cursor"));
    }

    @Test
    void l01_aPollGetsTheNextEvent() {
        StepVerifier.withVirtualTime(() -> poll("timeout=10s"), () -> site.time, 1)
                .expectSubscription()
                .then(() -> publish("one"))
                .expectNext("200 OK epoch-1")
                .verifyComplete();
        assertNobodyIsLeft();
    }

    @Test
    void l02_aPollEndsWhenItsTimeIsOver() {
        StepVerifier.withVirtualTime(() -> poll("timeout=10s"), () -> site.time, 1)
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(9_999))
                .thenAwait(Duration.ofMillis(1))
                .expectNext("204 NO_CONTENT epoch-0")
                .verifyComplete();
        assertNobodyIsLeft();
    }

    @Test
    void e09_aPollThatIsCancelledLeavesNobody() {
        StepVerifier.withVirtualTime(() -> poll("timeout=10s"), () -> site.time, 1)
                .expectSubscription()
                .then(() -> assertThat(site.places()).isOne())
                .thenCancel()
                .verify();
        assertNobodyIsLeft();
        assertThat(unread).as("batches that nobody wanted").isEmpty();
    }
}
