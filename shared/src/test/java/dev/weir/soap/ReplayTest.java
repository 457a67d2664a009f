package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import dev.weir.soap.message.SoapFault;
import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.wssecurity.ReplayGuard;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests in one process that an accepted message is not accepted again (rows 27 to 29 of the attack table). */
class ReplayTest {
    private static final int COPIES = 64;
    /**
     * The number of rounds in a test of the cache. In each round, the copies of one message arrive at the same time. A
     * test of the gateway has fewer rounds, because the gateway takes milliseconds for each copy.
     */
    private static final int ROUNDS = 1_000;

    private static final int ROUNDS_OF_GATEWAY = 50;
    private static final int BOGUS = 10_000;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final SoapCall calls = GatewayFixture.client("client");

    /** If this fails, check that {@link ReplayCache#add} looks up a message and adds it under the same lock. */
    @Test
    void s05_oneOfSimultaneousCopiesIsNew() throws Exception {
        ReplayCache cache = new ReplayCache(ROUNDS);
        List<List<ReplayGuard.Verdict>> answers =
                rounds(ROUNDS, round -> cache.add("content of " + round, now.plusSeconds(60), now));
        assertThat(answers)
                .hasSize(ROUNDS)
                .allSatisfy(round -> assertThat(Collections.frequency(round, ReplayGuard.Verdict.NEW))
                        .isOne());
        assertThat(cache.size()).isEqualTo(ROUNDS);
    }

    @Test
    void s05_aClientThatLookedAtTheClockBeforeItWasForgottenIsNotNew() {
        ReplayCache cache = new ReplayCache(ROUNDS);
        Instant until = now.plusSeconds(60);
        assertThat(cache.add("content", until, now)).isEqualTo(ReplayGuard.Verdict.NEW);
        assertThat(cache.add("another", until.plusSeconds(9), until.plusSeconds(2)))
                .isEqualTo(ReplayGuard.Verdict.NEW);
        assertThat(cache.add("content", until, now)).isEqualTo(ReplayGuard.Verdict.SEEN);
    }

    @Test
    void s05_oneOfSimultaneousCopiesIsAnswered() throws Exception {
        SoapGateway gateway = GatewayFixture.gateway("server", now, new ReplayCache(ROUNDS));
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < ROUNDS_OF_GATEWAY; i++) {
            messages.add(calls.plus(i, 1, now).envelope());
        }
        List<List<String>> outcomes = rounds(
                ROUNDS_OF_GATEWAY,
                round -> gateway.answer(messages.get(round), now).outcome());
        String refused = SoapFault.INVALID_SECURITY.code();
        assertThat(outcomes).allSatisfy(round -> {
            assertThat(Collections.frequency(round, "answered")).isOne();
            assertThat(Collections.frequency(round, refused)).isEqualTo(COPIES - 1);
        });
    }

    /** If this fails, check that only correctly signed messages enter the cache. Otherwise anyone could fill it. */
    @Test
    void s05_bogusSignaturesAreNotRemembered() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        ReplayCache cache = new ReplayCache(BOGUS);
        SoapGateway gateway = GatewayFixture.gateway("server", now, cache);
        SoapCall.Request request = calls.plus(1, 2, now);
        String text = new String(request.envelope(), StandardCharsets.UTF_8);
        int start = text.indexOf("SignatureValue>") + "SignatureValue>".length();
        int end = text.indexOf("</", start);
        byte[] bogus = new byte[256];
        for (int i = 0; i < BOGUS; i++) {
            random.nextBytes(bogus);
            String message = text.substring(0, start) + Base64.getEncoder().encodeToString(bogus) + text.substring(end);
            assertThat(gateway.answer(message.getBytes(StandardCharsets.UTF_8), now)
                            .outcome())
                    .as("%s with seed %s", i, seed)
                    .isEqualTo(SoapFault.FAILED_CHECK.code());
        }
        assertThat(cache.size()).isZero();
        assertThat(gateway.answer(request.envelope(), now).status()).isEqualTo(200);
    }

    @Test
    void s05_whenItIsFullMessagesAreRefusedAndNoneIsForgotten() {
        SoapGateway gateway = GatewayFixture.gateway("server", now, new ReplayCache(2));
        byte[] first = calls.plus(1, 1, now).envelope();
        assertThat(gateway.answer(first, now).status()).isEqualTo(200);
        assertThat(gateway.answer(calls.plus(1, 1, now).envelope(), now).status())
                .isEqualTo(200);
        Outcome outcome = Outcome.of(gateway, calls.plus(1, 1, now).envelope(), now);
        assertThat(outcome.status()).isEqualTo(Problem.OVERLOADED.status());
        assertThat(gateway.answer(first, now).outcome()).isEqualTo(SoapFault.INVALID_SECURITY.code());
    }

    /** If this fails, check that {@link ReplayCache} keeps each message until it expires. */
    @Test
    void s05_aMessageIsRememberedUntilItExpires() {
        ReplayCache cache = new ReplayCache(10);
        SoapGateway gateway = GatewayFixture.gateway("server", now, cache);
        byte[] message = calls.plus(1, 1, now).envelope();
        assertThat(gateway.answer(message, now).status()).isEqualTo(200);
        Instant expiry = now.plus(GatewayFixture.TIME_TO_LIVE);
        assertThat(gateway.answer(message, expiry.minusMillis(1)).outcome())
                .isEqualTo(SoapFault.INVALID_SECURITY.code());
        assertThat(gateway.answer(message, expiry).outcome()).isEqualTo(SoapFault.MESSAGE_EXPIRED.code());
        Instant later = expiry.plusSeconds(1);
        assertThat(gateway.answer(calls.plus(1, 1, later).envelope(), later).status())
                .isEqualTo(200);
        assertThat(cache.size()).isOne();
    }

    @Test
    void s05_aMessageFromBeforeTheStartIsRefused() {
        byte[] message = calls.plus(1, 1, now).envelope();
        SoapGateway restarted = GatewayFixture.gateway("server", now.plusMillis(1), new ReplayCache(10));
        assertThat(restarted.answer(message, now.plusMillis(2)).outcome()).isEqualTo(SoapFault.INVALID_SECURITY.code());
    }

    @FunctionalInterface
    private interface Round<T> {
        T run(int number) throws Exception;
    }

    /** In each of {@code count} rounds, 64 threads call {@code one} at once. Returns the 64 results of each round. */
    private static <T> List<List<T>> rounds(int count, Round<T> one) throws Exception {
        List<List<T>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(Collections.synchronizedList(new ArrayList<>()));
        }
        CyclicBarrier together = new CyclicBarrier(COPIES);
        Callable<Void> copy = () -> {
            for (int i = 0; i < count; i++) {
                together.await();
                answers.get(i).add(one.run(i));
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(COPIES)) {
            for (Future<Void> future : threads.invokeAll(Collections.nCopies(COPIES, copy))) {
                future.get();
            }
        }
        return answers;
    }
}
