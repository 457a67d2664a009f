package dev.weir.soap.wssecurity;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.amazon.corretto.crypto.provider.SelfTestStatus;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.NoSuchPaddingException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cryptography provider for the keys of the SOAP service: the JDK's provider, or Amazon Corretto Crypto Provider
 * with faster native code. Both providers give the same results. Thread-safe.
 *
 * <p>Each computation gets the provider as an argument. The provider is not installed in the JVM, because TLS would
 * then use it, too. Digests and AES always use the JDK's provider, which has hardware acceleration for them.
 */
public final class Cryptography {
    private static final Logger log = LoggerFactory.getLogger(Cryptography.class);

    public static final Cryptography JDK = new Cryptography("jdk", null);

    /** The maximum length of an RSA key's public exponent that the native library (AWS-LC) accepts, in bits. */
    private static final int MOST_EXPONENT_BITS = 33;

    private final String name;
    private final @Nullable Provider provider;

    private Cryptography(String name, @Nullable Provider provider) {
        this.name = name;
        this.provider = provider;
    }

    /**
     * Returns Amazon Corretto Crypto Provider, or empty if its native library does not load or fails its self-tests.
     */
    public static Optional<Cryptography> corretto() {
        return Corretto.LOADED;
    }

    /** Returns whether this provider accepts the public exponent of {@code key}. */
    boolean takes(PublicKey key) {
        return provider == null
                || !(key instanceof RSAPublicKey rsa && rsa.getPublicExponent().bitLength() > MOST_EXPONENT_BITS);
    }

    /** Returns the provider that verifies the signatures of this key. Null means the JDK's default provider. */
    @Nullable
    Provider verifying(PublicKey key) {
        return takes(key) ? provider : null;
    }

    /** Returns the provider that creates signatures. Null means the JDK's default provider. */
    public @Nullable Provider signing() {
        return provider;
    }

    Cipher cipher(String transformation) throws NoSuchAlgorithmException, NoSuchPaddingException {
        return provider == null ? Cipher.getInstance(transformation) : Cipher.getInstance(transformation, provider);
    }

    Signature signature(String algorithm) throws NoSuchAlgorithmException {
        return provider == null ? Signature.getInstance(algorithm) : Signature.getInstance(algorithm, provider);
    }

    /**
     * Converts a key to this provider's own key class, so that the provider need not convert it for each computation.
     *
     * @throws GeneralSecurityException if this provider cannot compute with the key
     */
    PrivateKey own(PrivateKey key) throws GeneralSecurityException {
        return provider == null
                ? key
                : (PrivateKey)
                        KeyFactory.getInstance(key.getAlgorithm(), provider).translateKey(key);
    }

    /**
     * Generates a key pair with this provider. The JDK's provider is slow in a JVM that has just started.
     *
     * @param algorithm {@code RSA} or {@code EC}
     */
    public KeyPair keys(String algorithm, int bits) throws GeneralSecurityException {
        KeyPairGenerator keys = provider == null
                ? KeyPairGenerator.getInstance(algorithm)
                : KeyPairGenerator.getInstance(algorithm, provider);
        keys.initialize(bits);
        return keys.generateKeyPair();
    }

    /** Loads the native library on first use. So a process that uses only the JDK's provider never loads it. */
    private static final class Corretto {
        static final Optional<Cryptography> LOADED = load();

        private static Optional<Cryptography> load() {
            AmazonCorrettoCryptoProvider corretto = AmazonCorrettoCryptoProvider.INSTANCE;
            Throwable failure = corretto.getLoadingError();
            if (failure == null && corretto.runSelfTests() == SelfTestStatus.PASSED) {
                return Optional.of(new Cryptography("corretto", corretto));
            }
            log.warn(
                    "Amazon Corretto Crypto Provider cannot be used: {}",
                    failure == null ? "its self-tests fail" : failure.toString());
            return Optional.empty();
        }
    }

    /** Returns the name of this provider in the configuration: {@code jdk} or {@code corretto}. */
    @Override
    public String toString() {
        return name;
    }
}
