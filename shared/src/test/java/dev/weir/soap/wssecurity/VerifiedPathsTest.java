package dev.weir.soap.wssecurity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.soap.TestKeys;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.junit.jupiter.api.Test;

class VerifiedPathsTest {
    private static final int MOST = 2;

    private long now;
    private int runs;
    private final VerifiedPaths paths = new VerifiedPaths(MOST, () -> now);

    @Test
    void s06_aPathIsVerifiedAgainAfterTenSeconds() throws WSSecurityException {
        verify("client");
        now = Duration.ofSeconds(10).toNanos() - 1;
        verify("client");
        assertThat(runs).isEqualTo(1);
        now++;
        verify("client");
        assertThat(runs).isEqualTo(2);
    }

    /** If this fails, check that {@link VerifiedPaths} compares whole certificates, not a part of them. */
    @Test
    void s06_eachCertificateIsVerified() throws WSSecurityException {
        verify("client");
        verify("other");
        assertThat(runs).isEqualTo(2);
    }

    @Test
    void s06_aFailedPathIsNotRemembered() throws WSSecurityException {
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(WSSecurityException.class)
                    .isThrownBy(() -> paths.verify(path("stranger"), VerifiedPathsTest::fail));
        }
        assertThat(paths.size()).isZero();
        verify("stranger");
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void s11_theNumberOfRememberedPathsIsBounded() throws WSSecurityException {
        for (String name : new String[] {"client", "other", "server", "pinned", "client-ec"}) {
            verify(name);
        }
        assertThat(paths.size()).isLessThanOrEqualTo(MOST);
    }

    @Test
    void s06_aPathOfSeveralCertificatesIsNotRemembered() throws WSSecurityException {
        X509Certificate[] two = {
            TestKeys.get().certificate("client"), TestKeys.get().certificate("issuer")
        };
        paths.verify(two, () -> runs++);
        paths.verify(two, () -> runs++);
        assertThat(runs).isEqualTo(2);
    }

    private void verify(String name) throws WSSecurityException {
        paths.verify(path(name), () -> runs++);
    }

    private static void fail() throws WSSecurityException {
        throw new WSSecurityException(WSSecurityException.ErrorCode.FAILED_AUTHENTICATION);
    }

    private static X509Certificate[] path(String name) {
        return new X509Certificate[] {TestKeys.get().certificate(name)};
    }
}
