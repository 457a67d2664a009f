package dev.weir.reactive.tuned.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.Batch;
import dev.weir.events.Reading;
import dev.weir.reactive.EmbeddedExchange;
import dev.weir.reactive.VirtualSite;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The chains of a tuned stream and of a poll, on a channel without a socket and its clock: E03, E09, L02. */
class EventChainTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final AtomicInteger left = new AtomicInteger();
    private final Place place = new Place(left::incrementAndGet);

    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    @SuppressWarnings("NullAway.Init") // before each test
    private EventFeeds feeds;

    @BeforeEach
    void open(@TempDir Path root) {
        channel.freezeTime();
        site = new VirtualSite(root);
        feeds = new EventFeeds(site.log, site.limits, new SimpleMeterRegistry());
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        site.close();
    }

    private ServerHttpResponse response() {
        return EmbeddedExchange.of(VirtualSite.get("/events").build(), channel).getResponse();
    }

    private Reading reading(String timeout) {
        Map<String, List<String>> query = Map.of("timeout", List.of(timeout));
        return Reading.poll(site.log, name -> query.getOrDefault(name, List.of()));
    }

    /** As the controller has it: the chain gives its place back, unless a feed has taken it. */
    private Mono<Void> stream() {
        Reading reading = Reading.stream(site.log, null, name -> List.of());
        return Mono.using(() -> place, own -> feeds.stream(response(), reading, own), Place::leave);
    }

    private void publish(String data) {
        site.log.append("default", null, data);
        channel.runPendingTasks();
    }

    private String sent() {
        StringBuilder all = new StringBuilder();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            all.append(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
        }
        return all.toString();
    }

    @Test
    void e03_theChainEndsAndTheFeedGoesOn() {
        StepVerifier.create(stream()).verifyComplete();
        assertThat(left).hasValue(0);
        assertThat(sent()).contains("id: epoch-0\n");
        publish("one");
        assertThat(sent()).contains("data: one\n");
        channel.close();
        assertThat(left).hasValue(1);
        publish("nobody gets this");
        assertThat(channel.outboundMessages()).isEmpty();
    }

    @Test
    void e09_aStreamWhoseClientLeftBeforeItBeginsGivesItsPlaceBackOnce() {
        channel.close();
        StepVerifier.create(stream()).verifyComplete();
        assertThat(left).hasValue(1);
    }

    @Test
    void l01_aPollGetsTheNextEventWhenItIsDemanded() {
        StepVerifier.create(feeds.next(response(), reading("10s")).map(Batch::cursor), 0)
                .expectSubscription()
                .thenRequest(1)
                .then(() -> publish("one"))
                .expectNext("epoch-1")
                .verifyComplete();
    }

    @Test
    void l02_aPollEndsWhenItsTimeIsOver() {
        AtomicInteger sizes = new AtomicInteger();
        StepVerifier.create(feeds.next(response(), reading("10s")).doOnNext(batch -> sizes.incrementAndGet()))
                .then(() -> channel.advanceTimeBy(9_999, TimeUnit.MILLISECONDS))
                .then(channel::runPendingTasks)
                .then(() -> assertThat(sizes).hasValue(0))
                .then(() -> channel.advanceTimeBy(1, TimeUnit.MILLISECONDS))
                .then(channel::runPendingTasks)
                .expectNextMatches(batch -> batch.size() == 0)
                .verifyComplete();
    }

    @Test
    void e09_aPollThatIsCancelledListensNoMore() {
        StepVerifier.create(feeds.next(response(), reading("10s")))
                .expectSubscription()
                .thenCancel()
                .verifyThenAssertThat()
                .hasNotDroppedElements();
        assertThat(channel.runScheduledPendingTasks())
                .as("nanoseconds to the next timer")
                .isEqualTo(-1);
    }

    @Test
    void e09_aPollThatIsCancelledBeforeItIsDemandedNeverListens() {
        StepVerifier.create(feeds.next(response(), reading("10s")), 0)
                .expectSubscription()
                .thenCancel()
                .verify();
        publish("nobody gets this");
        assertThat(channel.runScheduledPendingTasks())
                .as("nanoseconds to the next timer")
                .isEqualTo(-1);
    }
}
