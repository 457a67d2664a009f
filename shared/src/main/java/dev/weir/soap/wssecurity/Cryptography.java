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
import java.security.interfaces.RSAPublicKey;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.NoSuchPaddingException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The implementation that computes with the keys: the JDK's, or Amazon Corretto Crypto Provider, whose native code is
 * faster. Both give the same answers. Thread-safe.
 *
 * <p>The provider is handed to each computation. Rejected: to install it in the JVM. Every other use of cryptography in
 * the process, TLS for one, would change with a key of the SOAP service. Digests and AES stay with the JDK, which computes
 * them with processor instructions, too.
 */
public final class Cryptography {
    private static final Logger log = LoggerFactory.getLogger(Cryptography.class);

    public static final Cryptography JDK = new Cryptography("jdk", null);

    /** AWS-LC, the native library, refuses a longer public exponent. */
    private static final int MOST_EXPONENT_BITS = 33;

    private final String name;
    private final @Nullable Provider provider;

    private Cryptography(String name, @Nullable Provider provider) {
        this.name = name;
        this.provider = provider;
    }

    /** Amazon Corretto Crypto Provider, if its native library for this platform is there and passes its tests. */
    public static Optional<Cryptography> corretto() {
        return Corretto.LOADED;
    }

    /** Whether this implementation computes with keys like this one. */
    boolean takes(PublicKey key) {
        return provider == null
                || !(key instanceof RSAPublicKey rsa && rsa.getPublicExponent().bitLength() > MOST_EXPONENT_BITS);
    }

    /** The provider that verifies signatures of this key. Null for the JDK's choice. */
    @Nullable
    Provider verifying(PublicKey key) {
        return takes(key) ? provider : null;
    }

    /** The provider that signs. Null for the JDK's choice. */
    @Nullable
    Provider signing() {
        return provider;
    }

    Cipher cipher(String transformation) throws NoSuchAlgorithmException, NoSuchPaddingException {
        return provider == null ? Cipher.getInstance(transformation) : Cipher.getInstance(transformation, provider);
    }

    /**
     * The same key in the form that this implementation needs. Without it, each computation would convert the key.
     *
     * @throws GeneralSecurityException if this implementation cannot compute with the key
     */
    PrivateKey own(PrivateKey key) throws GeneralSecurityException {
        return provider == null
                ? key
                : (PrivateKey)
                        KeyFactory.getInstance(key.getAlgorithm(), provider).translateKey(key);
    }

    /** Makes an RSA key pair. In a JVM that has just started, the JDK's code for it is still interpreted and slow. */
    public KeyPair rsa(int bits) throws GeneralSecurityException {
        KeyPairGenerator keys =
                provider == null ? KeyPairGenerator.getInstance("RSA") : KeyPairGenerator.getInstance("RSA", provider);
        keys.initialize(bits);
        return keys.generateKeyPair();
    }

    /** Loads the native library at its first use, so that a process that computes with the JDK never does. */
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

    /** The name in the configuration: {@code jdk} or {@code corretto}. */
    @Override
    public String toString() {
        return name;
    }
}
