package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.xml.Names;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a SOAP pool whose only thread is blocked, and the calls that wait in its queue (rule S08). */
class SoapPoolTest {
    private static final int MOST_WAITING = 16;
    private static final byte[] UNSIGNED = ("<s:Envelope xmlns:s='" + Names.SOAP
                    + "'><s:Body><x/></s:Body></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Queue<String> outcomes = new ConcurrentLinkedQueue<>();
    private final MessageBudget budget = new MessageBudget(64L << 20, 32L << 20);
    private final SoapGateway gateway = GatewayFixture.gateway("server", Instant.EPOCH, new ReplayCache(1));
    private final SoapPool pool = pool(() -> gateway, this::told);

    private SoapPool pool(Callable<SoapGateway> gateways, Consumer<String> told) {
        return new SoapPool(new DeferredGateway(gateways), budget, 1, InstantSource.system(), told);
    }

    private void told(String outcome) {
        outcomes.add(outcome);
        if (Thread.currentThread().getName().startsWith("weir-soap-")) {
            begun.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @AfterEach
    void close() {
        goOn.countDown();
        pool.close();
    }

    @Test
    void s08_aClientThatComesWhenTheQueueIsFullIsRefusedAtOnce() throws InterruptedException {
        List<CompletableFuture<SoapAnswer>> answers = fill();
        assertRefused(() -> call(UNSIGNED));
        assertThat(outcomes).containsOnlyOnce("overloaded");
        assertThat(pool.waiting()).isEqualTo(MOST_WAITING);
        goOn.countDown();
        answers.forEach(answer -> assertThat(answer.join().outcome()).isEqualTo("InvalidSecurity"));
        assertThat(pool.waiting()).isZero();
        assertThat(call(UNSIGNED).join().status()).isEqualTo(500);
    }

    @Test
    void s08_aClientThatGoesBeforeItsTurnIsNotComputed() throws InterruptedException {
        List<CompletableFuture<SoapAnswer>> answers = fill();
        answers.get(1).cancel(false);
        goOn.countDown();
        answers.getLast().join();
        assertThat(outcomes).containsOnlyOnce("cancelled");
    }

    /** If this fails, check that every path through {@link SoapPool#call} and the pool's task closes the message. */
    @Test
    void s11_everyMessageGivesItsMemoryBack() throws InterruptedException {
        List<CompletableFuture<SoapAnswer>> answers = fill();
        assertRefused(() -> call(UNSIGNED));
        answers.get(1).cancel(false);
        pool.read("somebody", name -> type(name, "text/xml"), () -> {}).close();
        goOn.countDown();
        answers.getLast().join();
        pool.close();
        assertThat(budget.clients()).isZero();
        assertThat(budget.held()).isZero();
    }

    private static @Nullable String type(String field, String value) {
        return field.equals("Content-Type") ? value : null;
    }

    /** If this fails, check that the pool refuses the media type of SOAP 1.2, even with an envelope of SOAP 1.1. */
    @Test
    void s09_anEnvelopeSentAsSoap12IsOfAnotherVersion() {
        IncomingMessage message = pool.read("somebody", name -> type(name, "application/soap+xml; action=x"), () -> {});
        message.add(ByteBuffer.wrap(UNSIGNED));
        goOn.countDown();
        assertThat(pool.call(message).join().outcome()).isEqualTo("VersionMismatch");
        assertThat(budget.held()).isZero();
    }

    private CompletableFuture<SoapAnswer> call(byte[] request) {
        return call(pool, request);
    }

    private static CompletableFuture<SoapAnswer> call(SoapPool pool, byte[] request) {
        IncomingMessage message = pool.read("somebody", name -> type(name, "text/xml"), () -> {});
        message.add(ByteBuffer.wrap(request));
        return pool.call(message);
    }

    private static void assertRefused(ThrowingCallable asked) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(asked)
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.OVERLOADED));
    }

    @Test
    void aMessageWithoutAnEnvelopeFailsTheCall() {
        goOn.countDown();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> call(new byte[] {'<'}).join())
                .withCauseInstanceOf(RefusedException.class);
        assertThat(outcomes).containsExactly("refused");
    }

    /** If this fails, check that every path through the pool's task completes the future of the call. */
    @Test
    void aCallWhoseOutcomeCannotBeCountedFails() {
        try (SoapPool broken = pool(() -> gateway, _ -> {
            throw new IllegalStateException("planted");
        })) {
            assertThat(call(broken, UNSIGNED))
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("planted");
        }
    }

    /** If this fails, check that {@link SoapPool#call} does not create the gateway on the caller's thread. */
    @Test
    void aCallBeforeThereIsAGatewayWaitsForIt() {
        goOn.countDown();
        CompletableFuture<SoapGateway> created = new CompletableFuture<>();
        CompletableFuture<String> creator = new CompletableFuture<>();
        try (SoapPool early = pool(
                () -> {
                    creator.complete(Thread.currentThread().getName());
                    return created.get(10, TimeUnit.SECONDS);
                },
                this::told)) {
            CompletableFuture<SoapAnswer> answer = call(early, UNSIGNED);
            assertThat(creator.join()).startsWith("weir-soap-");
            assertThat(answer).isNotDone();
            created.complete(gateway);
            assertThat(answer.join().outcome()).isEqualTo("InvalidSecurity");
        }
    }

    @Test
    void aGatewayThatCannotBeCreatedIsNotTriedAgain() {
        goOn.countDown();
        AtomicInteger tried = new AtomicInteger();
        try (SoapPool broken = pool(
                () -> {
                    tried.incrementAndGet();
                    throw new IllegalStateException("planted");
                },
                this::told)) {
            broken.prepare();
            for (int i = 0; i < 3; i++) {
                assertThat(call(broken, UNSIGNED))
                        .failsWithin(Duration.ofSeconds(10))
                        .withThrowableOfType(ExecutionException.class)
                        .havingRootCause()
                        .withMessage("planted");
            }
            assertThat(outcomes).containsExactly("failed", "failed", "failed");
            assertThat(tried).hasValue(1);
        }
    }

    private List<CompletableFuture<SoapAnswer>> fill() throws InterruptedException {
        List<CompletableFuture<SoapAnswer>> answers = new ArrayList<>();
        answers.add(call(UNSIGNED));
        begun.await();
        for (int i = 0; i < MOST_WAITING; i++) {
            answers.add(call(UNSIGNED));
        }
        return answers;
    }
}
