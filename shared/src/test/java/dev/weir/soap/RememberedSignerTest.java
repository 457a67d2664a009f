package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.endpoint.Calculator;
import dev.weir.soap.endpoint.Operations;
import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.wssecurity.Trust;
import java.security.cert.X509CRL;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * The server remembers for some seconds that a signer's certificate is valid (see
 * {@link dev.weir.soap.wssecurity.VerifiedPaths}). It must refuse this signer as soon as the signer is no longer
 * trusted (rule S06).
 */
class RememberedSignerTest {
    private final TestKeys keys = TestKeys.get();
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final Instant past = now.minus(Duration.ofDays(1));
    private Trust clients = trusting("issuer");
    private final SoapGateway gateway = new SoapGateway(
            keys.identity("server"),
            keys.identity("server"),
            () -> clients,
            GatewayFixture.TIME_TO_LIVE,
            past,
            new ReplayCache(10),
            new Operations(new AnnotationConfigApplicationContext(Calculator.class)));

    /** If this fails, check that {@link Trust} checks the certificate's dates for each message, not only once. */
    @Test
    void s06_itsCertificateExpires() throws Exception {
        assertThat(answer(now)).isEqualTo("answered");
        assertThat(answer(now.plus(Duration.ofDays(3)))).isEqualTo("FailedAuthentication");
    }

    @Test
    void s06_anotherTrustStoreIsRead() throws Exception {
        assertThat(answer(now)).isEqualTo("answered");
        clients = trusting("pinned");
        assertThat(answer(now)).isEqualTo("FailedAuthentication");
    }

    @Test
    void s06_aListThatRevokesItIsRead() throws Exception {
        clients = trusting("issuer", list());
        assertThat(answer(now)).isEqualTo("answered");
        clients = trusting("issuer", list("client"));
        assertThat(answer(now)).isEqualTo("FailedAuthentication");
    }

    /** If this fails, check that {@link Trust} checks the revocation list's expiry for each message. */
    @Test
    void s06_theListExpires() throws Exception {
        clients = trusting("issuer", list());
        assertThat(answer(now)).isEqualTo("answered");
        assertThat(answer(now.plus(Duration.ofHours(26)))).isEqualTo("FailedAuthentication");
    }

    private String answer(Instant at) throws Exception {
        return gateway.answer(Forgery.ready(at).sign("client").sent().body(), at)
                .outcome();
    }

    private X509CRL list(String... revoked) throws Exception {
        return keys.list("issuer", "issuer", past, now.plus(Duration.ofDays(1)), revoked);
    }

    private Trust trusting(String name, X509CRL... lists) {
        try {
            return Trust.inClients(keys.trusting(name), lists.length == 0 ? null : List.of(lists), certificate -> true);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
