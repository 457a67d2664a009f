package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.wssecurity.Cryptography;
import dev.weir.soap.wssecurity.ReplayCache;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/**
 * Damages encrypted data and keys in many random ways (rows 23 and 24 of the attack table). The answers must not reveal
 * why a message cannot be decrypted, not even to a client with a trusted key.
 */
class OracleTest {
    private static final int MESSAGES = 2_500;
    private static final int THREADS = 2;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private SoapGateway gateway = GatewayFixture.gateway();

    /** If this fails, find the message whose answer is not the fault {@link SoapFault#FAILED_CHECK}. */
    @ParameterizedTest
    @MethodSource("dev.weir.soap.GatewayFixture#cryptographies")
    void s06_messagesThatCannotBeDecryptedHaveOneAnswer(Cryptography cryptography) throws Exception {
        gateway = GatewayFixture.gateway(cryptography, "server", now, new ReplayCache(2 * MESSAGES));
        long seed = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            Set<String> answers = new HashSet<>();
            Collection<Callable<Set<String>>> parts = List.of(() -> part(0, seed), () -> part(1, seed + 1));
            for (Future<Set<String>> part : threads.invokeAll(parts)) {
                answers.addAll(part.get());
            }
            assertThat(answers)
                    .as("with seed %s", seed)
                    .containsExactly("500 " + new String(SoapFault.FAILED_CHECK.envelope(), StandardCharsets.UTF_8));
        }
        assertThat(Outcome.of(gateway, Forgery.whole(now).sent().body(), now).status())
                .isEqualTo(200);
    }

    private Set<String> part(int first, long seed) throws Exception {
        Random random = new Random(seed);
        Set<String> answers = new HashSet<>();
        for (int i = first; i < MESSAGES; i += THREADS) {
            Forgery message = Forgery.ready(now);
            Element encrypted = i % 4 < 2 ? message.key() : message.data();
            int number = i;
            Ciphertexts.change(encrypted, bytes -> changed(bytes, number / 4, random));
            message.sign("client-ec"); // slower to verify than an RSA signature, but faster to make
            Outcome outcome = Outcome.of(gateway, message.sent().body(), now);
            answers.add(outcome.status() + " " + outcome.text());
        }
        return answers;
    }

    /**
     * Returns {@code bytes} with one byte changed, at a position that depends on {@code number}. If {@code number % 8}
     * is 7, returns a wrong number of bytes, or random bytes, or an AES key that is encrypted for another recipient.
     */
    private static byte[] changed(byte[] bytes, int number, Random random) {
        if (number % 8 != 7) {
            bytes[number % bytes.length] ^= (byte) (1 + random.nextInt(255));
            return bytes;
        }
        return switch (number / 8 % 5) {
            case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 1 -> Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(64));
            case 2 -> new byte[0];
            case 3 -> {
                byte[] other = new byte[bytes.length];
                random.nextBytes(other);
                yield other;
            }
            default -> Ciphertexts.forAnother();
        };
    }
}
