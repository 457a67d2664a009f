package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.wssecurity.Trust;
import java.security.cert.X509CRL;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which certificates are refused because of a revocation list (rule S06, row 16 of the attack table). */
class RevocationTest {
    private final TestKeys keys = TestKeys.get();
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final Instant past = now.minus(Duration.ofDays(1));
    private final Instant future = now.plus(Duration.ofDays(1));

    /** If this fails, check that {@link Trust} needs no revocation list for a certificate in the trust store itself. */
    @Test
    void s06_aCertificateThatIsTrustedItselfNeedsNoList() throws Exception {
        assertThat(answer("pinned", "pinned", list("issuer"))).isEqualTo("answered");
        assertThat(answer("pinned", "pinned", list("pinned"))).isEqualTo("answered");
        assertThat(answer("client", "client", list("issuer"))).isEqualTo("answered");
        assertThat(answer("client", "client", list("issuer", "other"))).isEqualTo("answered");
    }

    @Test
    void s06_aCertificateThatIsTrustedItselfAndNamedIsRefused() throws Exception {
        assertRefused(answer("pinned", "pinned", list("pinned", "pinned")));
        assertRefused(answer("client", "client", list("issuer", "client")));
        assertRefused(answer("client", "client", list("pinned"), list("issuer", "client")));
    }

    @Test
    void s06_aCertificateThatIsIssuedNeedsAListOfTheIssuer() throws Exception {
        assertThat(answer("issuer", "client", list("issuer"))).isEqualTo("answered");
        assertThat(answer("issuer", "client", list("pinned"), list("issuer", "other")))
                .isEqualTo("answered");
        assertRefused(answer("issuer", "client", list("pinned")));
        assertRefused(answer("issuer", "client", list("issuer", "client")));
    }

    @Test
    void s06_anExpiredListSaysWhomItNamesAndVouchesForNobody() throws Exception {
        assertRefused(answer("issuer", "client", expired("issuer")));
        assertThat(answer("pinned", "pinned", expired("issuer"))).isEqualTo("answered");
        assertRefused(answer("pinned", "pinned", expired("pinned", "pinned")));
    }

    @Test
    void s06_aListThatItsIssuerHasNotSignedIsNone() throws Exception {
        X509CRL forged = keys.list("issuer", "client", past, future);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> answer("issuer", "client", forged))
                .withMessageContaining("signature");
    }

    @Test
    void s04_aShortKeyInTheStoreIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> answer("short", "short"));
    }

    private X509CRL list(String issuer, String... revoked) throws Exception {
        return keys.list(issuer, issuer, past, future, revoked);
    }

    private X509CRL expired(String issuer, String... revoked) throws Exception {
        return keys.list(issuer, issuer, past.minus(Duration.ofDays(1)), past, revoked);
    }

    private String answer(String trusted, String signer, X509CRL... lists) throws Exception {
        Trust clients = Trust.inClients(keys.trusting(trusted), List.of(lists), certificate -> true);
        SoapGateway gateway = GatewayFixture.gateway(clients, GatewayFixture.TIME_TO_LIVE, past, new ReplayCache(10));
        return gateway.answer(Forgery.ready(now).sign(signer).sent().body(), now)
                .outcome();
    }

    private static void assertRefused(String outcome) {
        assertThat(outcome).isEqualTo("FailedAuthentication");
    }
}
