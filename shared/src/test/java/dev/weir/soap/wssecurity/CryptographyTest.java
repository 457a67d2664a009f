package dev.weir.soap.wssecurity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.RSAKeyGenParameterSpec;
import org.junit.jupiter.api.Test;

class CryptographyTest {
    private static final BigInteger LONG_EXPONENT = BigInteger.TWO.pow(40).nextProbablePrime();

    /** If this fails, a server with the native cryptography library refuses keys with a long exponent. */
    @Test
    void s04_aKeyWithALongExponentIsLeftToTheJdk() throws GeneralSecurityException {
        PublicKey usual = key(RSAKeyGenParameterSpec.F4);
        PublicKey odd = key(LONG_EXPONENT);
        assertThat(Cryptography.JDK.takes(odd)).isTrue();
        Cryptography.corretto().ifPresent(corretto -> {
            assertThat(corretto.takes(usual)).isTrue();
            assertThat(corretto.verifying(usual)).isNotNull();
            assertThat(corretto.takes(odd)).isFalse();
            assertThat(corretto.verifying(odd)).isNull();
        });
    }

    private static PublicKey key(BigInteger exponent) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(new RSAKeyGenParameterSpec(2048, exponent));
        return generator.generateKeyPair().getPublic();
    }
}
