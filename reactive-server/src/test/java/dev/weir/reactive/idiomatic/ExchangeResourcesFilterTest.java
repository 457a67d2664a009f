package dev.weir.reactive.idiomatic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.reactive.VirtualSite;
import dev.weir.reactive.web.Exchange;
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

/** Tests that the resources of an exchange are closed exactly once, whichever signals the response sends. */
class ExchangeResourcesFilterTest {
    private final ServerWebExchange exchange =
            MockServerWebExchange.from(VirtualSite.get("/files/a").build());
    private final AtomicInteger closed = new AtomicInteger();
    /** A response whose publisher may send signals even after it has ended or is cancelled. */
    private final TestPublisher<Void> answer =
            TestPublisher.createNoncompliant(Violation.CLEANUP_ON_TERMINATE, Violation.DEFER_CANCELLATION);

    @BeforeEach
    void failVerifiersThatHang() {
        StepVerifier.setDefaultTimeout(Duration.ofSeconds(30));
    }

    @AfterEach
    void letHang() {
        StepVerifier.resetDefaultTimeout();
    }

    private Mono<Void> filtered(Mono<Void> chain) {
        return new ExchangeResourcesFilter()
                .filter(
                        exchange,
                        same -> Mono.defer(() -> {
                            ExchangeResources.of(new Exchange(same)).hold(closed::incrementAndGet);
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

    /** If Spring fails to write status and header fields, it never cancels the body. The filter must then cancel it. */
    @Test
    void aBodyThatIsForgottenIsCancelled() {
        TestPublisher<String> body = TestPublisher.create();
        Mono<Void> forgets = Mono.defer(() -> {
            ExchangeResources.of(new Exchange(exchange)).during(body.flux()).subscribe(new Forgetful());
            return Mono.error(new IOException("cannot be written"));
        });
        StepVerifier.create(filtered(forgets)).verifyError(IOException.class);
        body.assertCancelled();
    }

    /**
     * The exchange must fail as soon as its body fails. Without the filter, Reactor Netty would delay the error until
     * the client reads.
     */
    @Test
    void aBodyThatFailsFailsTheExchangeThoughNobodyWritesIt() {
        TestPublisher<String> body = TestPublisher.create();
        Mono<Void> stalls = Mono.defer(() -> {
            ExchangeResources.of(new Exchange(exchange)).during(body.flux()).subscribe(new Forgetful());
            return Mono.never();
        });
        StepVerifier.create(filtered(stalls))
                .then(() -> body.error(new IOException("too slow")))
                .verifyError(IOException.class);
        assertThat(closed).hasValue(1);
    }

    @Test
    void aBodyAfterTheEndIsNotBegun() {
        ExchangeResources resources = new ExchangeResources();
        resources.end();
        resources.hold(closed::incrementAndGet);
        assertThat(closed).hasValue(1);
        StepVerifier.create(resources.during(Flux.never())).verifyComplete();
    }

    /** A subscriber that requests one element and never cancels. */
    private static final class Forgetful extends BaseSubscriber<String> {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(1);
        }

        @Override
        protected void hookOnError(Throwable failure) {
            // Ignored.
        }
    }
}
