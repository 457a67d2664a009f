package dev.weir.reactive.idiomatic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.reactive.VirtualSite;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.publisher.TestPublisher.Violation;

/** An exchange gives its place back once, whatever the answer does. */
class PlaceFilterTest {
    private final ServerWebExchange exchange =
            MockServerWebExchange.from(VirtualSite.get("/files/a").build());
    private final AtomicInteger closed = new AtomicInteger();
    /** An answer that goes on after it has ended, and after it is cancelled. */
    private final TestPublisher<Void> answer =
            TestPublisher.createNoncompliant(Violation.CLEANUP_ON_TERMINATE, Violation.DEFER_CANCELLATION);

    @BeforeEach
    void failWhatHangs() {
        StepVerifier.setDefaultTimeout(Duration.ofSeconds(30));
    }

    @AfterEach
    void letHang() {
        StepVerifier.resetDefaultTimeout();
    }

    private Mono<Void> filtered(Mono<Void> chain) {
        return new PlaceFilter()
                .filter(
                        exchange,
                        same -> Mono.defer(() -> {
                            Place.of(same).keep("a file", file -> closed.incrementAndGet());
                            return chain;
                        }));
    }

    @Test
    void anAnswerThatEndsTwiceGivesBackOnce() {
        StepVerifier.create(filtered(answer.mono()))
                .then(() -> assertThat(closed).hasValue(0))
                .then(answer::complete)
                .verifyComplete();
        answer.complete();
        assertThat(closed).hasValue(1);
    }

    @Test
    void anAnswerThatFailsGivesBack() {
        StepVerifier.create(filtered(answer.mono()))
                .then(() -> answer.error(new IOException()))
                .verifyError(IOException.class);
        assertThat(closed).hasValue(1);
    }

    @Test
    void anAnswerThatEndsAfterItIsCancelledGivesBackOnce() {
        StepVerifier.create(filtered(answer.mono()))
                .then(() -> assertThat(closed).hasValue(0))
                .thenCancel()
                .verify();
        answer.complete();
        assertThat(closed).hasValue(1);
    }

    /** As Spring does it when status and fields cannot be written. */
    @Test
    void aBodyThatIsForgottenIsCancelled() {
        TestPublisher<String> body = TestPublisher.create();
        Mono<Void> forgets = Mono.defer(() -> {
            Place.of(exchange).during(body.flux()).subscribe(new Forgetful());
            return Mono.error(new IOException("cannot be written"));
        });
        StepVerifier.create(filtered(forgets)).verifyError(IOException.class);
        body.assertCancelled();
    }

    /** A stalled client lets Reactor Netty wait with the error of a body. */
    @Test
    void aBodyThatFailsFailsTheExchangeThoughNobodyWritesIt() {
        TestPublisher<String> body = TestPublisher.create();
        Mono<Void> stalls = Mono.defer(() -> {
            Place.of(exchange).during(body.flux()).subscribe(new Forgetful());
            return Mono.never();
        });
        StepVerifier.create(filtered(stalls))
                .then(() -> body.error(new IOException("too slow")))
                .verifyError(IOException.class);
        assertThat(closed).hasValue(1);
    }

    @Test
    void aBodyAfterTheEndIsNotBegun() {
        Place place = new Place();
        place.leave();
        place.keep("a file", file -> closed.incrementAndGet());
        assertThat(closed).hasValue(1);
        StepVerifier.create(place.during(Flux.never())).verifyComplete();
    }

    /** Demands one element and never cancels. */
    private static final class Forgetful extends BaseSubscriber<String> {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(1);
        }

        @Override
        protected void hookOnError(Throwable failure) {
            // Kept, and told to nobody.
        }
    }
}
