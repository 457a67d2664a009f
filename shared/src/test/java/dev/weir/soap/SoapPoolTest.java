package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The pool's one thread, which is held up, and who waits for it: S08. */
class SoapPoolTest {
    private static final int MOST_WAITING = 16;
    private static final int MOST_READING = 128;
    private static final byte[] UNSIGNED = ("<s:Envelope xmlns:s='" + Names.SOAP
                    + "'><s:Body><x/></s:Body></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Queue<String> outcomes = new ConcurrentLinkedQueue<>();
    private final SoapPool pool = new SoapPool(
            GatewayFixture.gateway("server", Instant.EPOCH, new ReplayCache(1)), 1, InstantSource.system(), this::told);

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
    void s08_whoComesWhenTheQueueIsFullIsRefusedAtOnce() throws InterruptedException {
        List<CompletableFuture<SoapAnswer>> answers = fill();
        assertRefused(() -> pool.call(UNSIGNED));
        assertThat(pool.waiting()).isEqualTo(MOST_WAITING);
        goOn.countDown();
        answers.forEach(answer -> assertThat(answer.join().outcome()).isEqualTo("InvalidSecurity"));
        assertThat(pool.waiting()).isZero();
        assertThat(pool.call(UNSIGNED).join().status()).isEqualTo(500);
    }

    @Test
    void s08_whoGoesBeforeItsTurnIsNotComputed() throws InterruptedException {
        List<CompletableFuture<SoapAnswer>> answers = fill();
        answers.get(1).cancel(false);
        goOn.countDown();
        answers.getLast().join();
        assertThat(outcomes).containsOnlyOnce("cancelled");
    }

    @Test
    void s08_soManyAreReadAtOnce() {
        List<Runnable> reads = Stream.generate(pool::read).limit(MOST_READING).toList();
        assertRefused(pool::read);
        reads.getFirst().run();
        pool.read().run();
    }

    private static void assertRefused(ThrowingCallable asked) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(asked)
                .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.OVERLOADED));
    }

    @Test
    void whatIsNoEnvelopeFailsTheCall() {
        goOn.countDown();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> pool.call(new byte[] {'<'}).join())
                .withCauseInstanceOf(RefusedException.class);
    }

    /** One that is computed, and as many as may wait. */
    private List<CompletableFuture<SoapAnswer>> fill() throws InterruptedException {
        List<CompletableFuture<SoapAnswer>> answers = new ArrayList<>();
        answers.add(pool.call(UNSIGNED));
        begun.await();
        for (int i = 0; i < MOST_WAITING; i++) {
            answers.add(pool.call(UNSIGNED));
        }
        return answers;
    }
}
