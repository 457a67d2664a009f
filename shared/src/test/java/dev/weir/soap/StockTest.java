package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests which attacks of {@link AttackTable} Spring-WS accepts with its own security. These attacks are the reason for
 * Weir's own security checks.
 */
class StockTest {
    /**
     * The attacks that Spring-WS accepts. Each name begins with the attack's row number in {@link AttackTable}.
     * <ul>
     * <li>Row 13: Spring-WS refuses the two attacks that place the key before the signature. It then decrypts
     *     the content before it checks the signature. The signature is that of the encrypted content, so it is invalid.
     * <li>Row 20: Spring-WS refuses the key of 16,384 bits. The test cannot sign with this key, because nobody has
     *     the private key.
     * <li>Row 46: {@link Stock} does not check messages against the schema. Such a check is not a part of WS-Security.
     * </ul>
     */
    private static final List<String> ACCEPTED = List.of(
            "3 body not signed",
            "3 only timestamp signed",
            "4 timestamp not signed",
            "4 token not signed",
            "9 only payload signed",
            "9 only payload signed, with a sibling",
            "5 body in a header, another body",
            "5 body in a header, another body with another id",
            "5 body in a header, another body encrypted by the attacker",
            "7 body in a ds:Object",
            "7 body in the security header",
            "8 expired timestamp in a header, another of now",
            "10 b encrypted in place of a",
            "10 a in clear, something encrypted in a header",
            "10 all of a encrypted",
            "10 text beside what is encrypted",
            "12 key also of something unsigned",
            "13 signed, then encrypted, as in the article",
            "22 OAEP of XML Encryption 1.0 with SHA-1",
            "22 OAEP of XML Encryption 1.0",
            "22 OAEP with a digest by SHA-1",
            "22 OAEP with a mask by SHA-1",
            "22 tripledes-cbc",
            "22 aes128-cbc",
            "22 aes256-cbc",
            "22 aes128-gcm",
            "24 key of 16 bytes",
            "24 key of 24 bytes",
            "15 signed by the server itself",
            "15 signed by another client of the same issuer",
            "16 signed by who was revoked",
            "20 signed with a key of 1024 bits",
            "19 RSA with SHA-1",
            "19 digests by SHA-1",
            "19 RSA with SHA-512",
            "26 sent again",
            "26 sent again, written otherwise",
            "26 sent again with an elliptic signature written anew",
            "26 sent again with another header",
            "30 expires before it is created",
            "30 never expires",
            "30 a time of another zone",
            "33 enveloped signature",
            "46 '2147483648' as a",
            "46 '-2147483649' as a",
            "46 an element more",
            "36 a long cipher text");

    private static final int LEAST_ROWS = 12;

    private final Stock stock = stock();

    @Test
    void itAnswersAClient() throws Exception {
        byte[] request = GatewayFixture.client("client").plus(1_000, 337, now()).envelope();
        assertThat(text(stock.answer(request))).contains("1337").contains("SignatureConfirmation");
    }

    @Test
    void itAcceptsExactlyTheseAttacks() {
        assertThat(AttackTable.all().stream()
                        .filter(attack -> !attack.transport() && !(attack.expected() instanceof Expected.Result))
                        .filter(this::isAccepted)
                        .map(Attack::toString))
                .containsExactlyElementsOf(ACCEPTED);
    }

    @Test
    void itAcceptsManyRows() {
        assertThat(ACCEPTED.stream().map(name -> name.split(" ", 2)[0]).distinct())
                .hasSizeGreaterThanOrEqualTo(LEAST_ROWS);
    }

    private boolean isAccepted(Attack attack) {
        Sent sent = attack.make(now());
        try {
            for (byte[] before : sent.before()) {
                stock.answer(before);
            }
            return text(stock.answer(sent.body())).contains("plusResponse");
        } catch (Exception | NoClassDefFoundError e) {
            return false; // refused; SAML needs classes that are not on the class path
        }
    }

    private static Stock stock() {
        try {
            TestKeys keys = TestKeys.get();
            KeyStore trusted = DevelopmentKeys.read(keys.folder().resolve("server-trust.p12"), TestKeys.PASSWORD);
            return new Stock(keys.storeOf("server"), TestKeys.PASSWORD, trusted);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private static String text(byte[] envelope) {
        return new String(envelope, StandardCharsets.UTF_8);
    }
}
