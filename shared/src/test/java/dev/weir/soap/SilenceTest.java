package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.wssecurity.ReplayCache;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If decrypted content is not XML, the server must write nothing to the console (rule X04). */
class SilenceTest {
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final SoapGateway gateway = GatewayFixture.gateway("server", now, new ReplayCache(10));

    /**
     * If this fails, check that each XML parser has an error handler. Java's default error handler prints errors to the
     * console.
     */
    @ParameterizedTest
    @ValueSource(strings = {"<", "&none;", "<x>", "</a>", "<a/>", "<!DOCTYPE a>", "\u0000", "not a number"})
    void x04_decryptedTextThatIsNoXmlIsNotPrinted(String plain) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Forgery message = Forgery.ready(now);
            Ciphertexts.openedBy(message, 32, plain);
            Outcome outcome = Outcome.of(gateway, message.sign("client").sent().body(), now);
            assertThat(outcome.status()).isEqualTo(500);
        } finally {
            System.setErr(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("[Fatal Error]");
    }
}
