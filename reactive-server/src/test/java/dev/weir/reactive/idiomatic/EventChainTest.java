package dev.weir.reactive.idiomatic;

import static dev.weir.reactive.VirtualSite.HEARTBEAT;
import static org.assertj.core.api.Assertions.assertThat;

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
import reactor.test.StepVerifier;
import reactor.test.StepVerifier.FirstStep;

/** Tests the reactive chain of an idiomatic event stream, step by step in virtual time (E03, E06, E07, E09, E10). */
class EventChainTest {
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

    private EventController controller() {
        return new EventController(site.callers, site.log, feeds);
    }

    private Flux<ServerSentEvent<String>> stream() {
        MockServerWebExchange exchange = MockServerWebExchange.from(VirtualSite.get("/events"));
        return Flux.using(
                ExchangeResources::new,
                resources -> {
                    resources.putInto(exchange);
                    return controller().stream(exchange)
                            .flatMapMany(answer -> Objects.requireNonNull(answer.getBody()));
                },
                ExchangeResources::end);
    }

    /**
     * Requests {@code frames} frames of a stream. Converts each frame to the text {@code id=data}. Without data, the
     * text is only the id. Without an id, the text is the word "comment".
     */
    private FirstStep<String> demanding(long frames) {
        return StepVerifier.create(
                stream().doOnDiscard(ServerSentEvent.class, unread::add).map(EventChainTest::text), frames);
    }

    private static String text(ServerSentEvent<String> frame) {
        return frame.id() == null ? "comment" : frame.data() == null ? frame.id() : frame.id() + "=" + frame.data();
    }

    private void publish(String data) {
        site.log.append("default", null, data);
    }

    /** Moves the virtual clock, even after a StepVerifier has ended. StepVerifier's own virtual time cannot do that. */
    private void await(Duration duration) {
        site.time.advanceTimeBy(duration);
    }

    private void assertNobodyIsLeft() {
        unread.clear(); // the cancel itself may have discarded a frame
        assertThat(site.places()).as("subscriptions").isZero();
        publish("nobody gets this");
        await(HEARTBEAT); // in this time, the fan-out visits every listener
        assertThat(feeds.lag()).as("events that a listener lacks").isZero();
        assertThat(unread).as("frames after the cancel").isEmpty();
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
                .then(() -> await(HEARTBEAT))
                .expectNext("comment")
                .then(() -> await(HEARTBEAT))
                .expectNext("comment")
                .thenCancel()
                .verify();
        assertNobodyIsLeft();
    }

    @Test
    void e07_aClientThatDemandsNothingForTooLongIsCutOff() {
        demanding(1)
                .expectNext("epoch-0")
                .then(() -> publish("one"))
                .then(() -> await(site.limits.stallLimit().plus(HEARTBEAT)))
                .verifyError(ClosedChannelException.class);
        assertNobodyIsLeft();
    }

    /**
     * A client that stops in the middle of a batch must be cut off. The server must not wait until the client demands
     * the rest of the batch.
     */
    @Test
    void e07_aClientThatDemandsAPartOfABatchIsCutOff() {
        demanding(1)
                .expectNext("epoch-0")
                .then(() -> publish("one"))
                .then(() -> publish("two"))
                .thenRequest(1)
                .expectNext("epoch-1= one")
                .then(() -> publish("three"))
                .then(() -> await(site.limits.stallLimit().plus(HEARTBEAT)))
                .verifyError(ClosedChannelException.class);
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
        StepVerifier.create(stream())
                .expectNextCount(1)
                .then(() -> assertThat(feeds.dismiss()).isCompleted())
                .assertNext(frame -> assertThat(frame.retry()).isPositive())
                .verifyComplete();
        assertNobodyIsLeft();
    }

    @Test
    void e10_overThePlanTheSecondStreamIsToldToComeBack() {
        var _ = stream().subscribe();
        StepVerifier.create(stream())
                .assertNext(frame -> assertThat(frame.retry()).isPositive())
                .verifyComplete();
        assertThat(site.places()).isOne();
    }
}
