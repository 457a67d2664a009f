package dev.weir.reactive.tuned.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.Admission;
import dev.weir.config.WeirProperties;
import dev.weir.events.Reading;
import dev.weir.reactive.EmbeddedExchange;
import dev.weir.reactive.VirtualSite;
import dev.weir.reactive.web.Exchange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Tests the reactive chains of tuned event streams and polls on an embedded channel (E03, E09, L01, L02). */
class EventChainTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @SuppressWarnings("NullAway.Init") // before each test
    private VirtualSite site;

    @SuppressWarnings("NullAway.Init") // before each test
    private EventFeeds feeds;

    @SuppressWarnings("NullAway.Init") // before each test
    private Exchange exchange;

    @BeforeEach
    void open(@TempDir Path root) {
        channel.freezeTime();
        site = new VirtualSite(root);
        feeds = feeds(Map.of());
        exchange = new Exchange(EmbeddedExchange.of(VirtualSite.get("/events").build(), channel));
    }

    private EventFeeds feeds(Map<String, String> configuration) {
        WeirProperties properties = new Binder(new MapConfigurationPropertySource(configuration))
                .bindOrCreate("weir", WeirProperties.class);
        return new EventFeeds(site.log, site.limits, properties, new SimpleMeterRegistry());
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        site.close();
    }

    private Admission subscribe() {
        return site.callers.subscription(exchange);
    }

    private Mono<Void> stream() {
        return feeds.stream(exchange, subscribe(), Reading.stream(site.log, null, name -> List.of()));
    }

    private Mono<Void> poll() {
        Map<String, List<String>> query = Map.of("timeout", List.of("10s"));
        return feeds.next(
                exchange, subscribe(), Reading.poll(site.log, null, name -> query.getOrDefault(name, List.of())));
    }

    /** Returns the response's status and its field {@code Weir-Cursor}, or null before there is a response. */
    private @Nullable String answer() {
        ServerHttpResponse response = exchange.response();
        return response.getStatusCode() == null
                ? null
                : response.getStatusCode().value() + " " + response.getHeaders().getFirst("Weir-Cursor");
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

    private void assertNoTimerIsLeft() {
        assertThat(channel.runScheduledPendingTasks())
                .as("nanoseconds to the next timer")
                .isEqualTo(-1);
    }

    @Test
    void e03_theChainEndsAndTheFeedGoesOn() {
        StepVerifier.create(stream()).verifyComplete();
        assertThat(site.places()).isOne();
        assertThat(sent()).contains("id: epoch-0\n");
        publish("one");
        assertThat(sent()).contains("data: one\n");
        var _ = channel.close();
        assertNobodyListens();
    }

    @Test
    void e09_aStreamWhoseClientLeftBeforeItBeginsGivesItsPlaceBack() {
        var _ = channel.close();
        StepVerifier.create(stream()).verifyComplete();
        assertThat(site.places()).isZero();
    }

    /** Without {@code weir.tuning.stream-connection}, the chain of {@code Mono}s must complete when the stream ends. */
    @Test
    void e03_withoutTheBypassTheChainEndsWithTheStream() {
        feeds = feeds(Map.of("weir.tuning.stream-connection", "false"));
        StepVerifier.create(stream())
                .expectSubscription()
                .then(() -> assertThat(sent()).contains("id: epoch-0\n"))
                .then(() -> publish("one"))
                .then(() -> assertThat(sent()).contains("data: one\n"))
                .then(() -> assertThat(feeds.dismiss()).isNotDone())
                .then(channel::runPendingTasks)
                .verifyComplete();
        assertThat(sent()).contains("retry: ");
        assertThat(channel.isOpen()).isTrue();
        assertNobodyListens();
    }

    @Test
    void e09_withoutTheBypassACancelGivesThePlaceBack() {
        feeds = feeds(Map.of("weir.tuning.stream-connection", "false"));
        StepVerifier.create(stream())
                .expectSubscription()
                .then(() -> assertThat(site.places()).isOne())
                .then(this::sent)
                .thenCancel()
                .verify();
        assertNobodyListens();
    }

    private void assertNobodyListens() {
        assertThat(site.places()).isZero();
        publish("nobody gets this");
        assertThat(channel.outboundMessages()).isEmpty();
        assertThat(feeds.lag()).isZero();
    }

    @Test
    void l01_aPollGetsTheNextEventWhenItIsDemanded() {
        StepVerifier.create(poll())
                .expectSubscription()
                .then(() -> assertThat(answer()).isNull())
                .then(() -> publish("one"))
                .verifyComplete();
        assertThat(answer()).isEqualTo("200 epoch-1");
        assertThat(site.places()).isZero();
    }

    @Test
    void l02_aPollEndsWhenItsTimeIsOver() {
        StepVerifier.create(poll())
                .then(() -> channel.advanceTimeBy(9_999, TimeUnit.MILLISECONDS))
                .then(channel::runPendingTasks)
                .then(() -> assertThat(answer()).isNull())
                .then(() -> channel.advanceTimeBy(1, TimeUnit.MILLISECONDS))
                .then(channel::runPendingTasks)
                .verifyComplete();
        assertThat(answer()).isEqualTo("204 epoch-0");
        assertThat(site.places()).isZero();
    }

    @Test
    void e09_aPollThatIsCancelledListensNoMore() {
        StepVerifier.create(poll())
                .expectSubscription()
                .then(channel::runPendingTasks) // the poll begins to listen before it is cancelled
                .thenCancel()
                .verifyThenAssertThat()
                .hasNotDroppedElements();
        assertThat(site.places()).isZero();
        publish("nobody gets this");
        channel.advanceTimeBy(10, TimeUnit.SECONDS);
        channel.runPendingTasks();
        assertThat(answer()).isNull();
        assertNoTimerIsLeft();
    }
}
