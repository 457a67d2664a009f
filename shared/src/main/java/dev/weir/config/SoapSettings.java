package dev.weir.config;

import dev.weir.soap.wssecurity.Cryptography;
import dev.weir.soap.wssecurity.Identity;
import dev.weir.soap.wssecurity.Trust;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the settings {@code weir.soap.*}, and reads the key stores and the certificates that they name. */
final class SoapSettings {
    private static final Logger log = LoggerFactory.getLogger(SoapSettings.class);
    private static final String SERVER = "server";
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Identity recipient;
    private final Identity signer;
    private final Supplier<Trust> clients;
    private final Duration timeToLive;
    private final boolean isConfigured;

    SoapSettings(WeirProperties.Soap properties) {
        this(properties, SoapStores.of(properties));
    }

    private SoapSettings(WeirProperties.Soap properties, SoapStores stores) {
        timeToLive = timeToLive(properties);
        isConfigured = properties.keyStore() != null;
        recipient = identity("weir.soap.key-store", stores, SERVER, properties);
        if (!(recipient.certificate().getPublicKey() instanceof RSAPublicKey)) {
            throw new BadSettingException("weir.soap.key-store", "its key 'server' decrypts, so it must be an RSA key");
        }
        signer = identity("weir.soap.signature-key", stores, properties.signatureKey(), properties);
        Set<X509Certificate> self =
                Set.copyOf(List.of(recipient.certificate(), signer.certificate())); // often one certificate
        Pattern subjects = subjects(properties.subjects());
        Path revoked = properties.revoked();
        List<Path> watched = Stream.of(properties.trustStore(), revoked)
                .filter(Objects::nonNull)
                .toList();
        clients = new WatchedFiles<>(
                watched,
                () -> trust(
                        stores.trusted().get(),
                        revoked,
                        signer -> !self.contains(signer)
                                && subjects.matcher(
                                                signer.getSubjectX500Principal().getName())
                                        .matches()),
                System::nanoTime);
    }

    private static Trust trust(KeyStore store, @Nullable Path revoked, Predicate<X509Certificate> accepted) {
        List<X509CRL> lists = SoapStores.revoked(revoked);
        try {
            return Trust.inClients(store, lists, accepted);
        } catch (IllegalArgumentException e) {
            String key = String.valueOf(e.getMessage()).startsWith("the list") ? "revoked" : "trust-store";
            throw new BadSettingException("weir.soap." + key, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Logs a warning if the server decrypts and signs with the same RSA key. An attacker who can make the server
     * decrypt messages may then be able to forge the server's signature.
     */
    void warn() {
        if (isConfigured && signer.certificate().equals(recipient.certificate())) {
            log.warn("SOAP decrypts and signs with the same RSA key, 'server'; set weir.soap.signature-key to sign with"
                    + " another key");
        }
    }

    /**
     * Checks the settings of the SOAP service. Never creates development keys.
     *
     * @return the settings, or null if the server needs development keys, because no key store is configured
     */
    static @Nullable SoapSettings check(WeirProperties.Soap properties) {
        if (properties.keyStore() != null || properties.trustStore() != null) {
            return new SoapSettings(properties);
        }
        if (properties.crypto() == SoapCrypto.CORRETTO) { // the other values cannot fail
            var _ = properties.crypto().get();
        }
        timeToLive(properties);
        subjects(properties.subjects());
        SoapStores.revoked(properties.revoked());
        SoapStores.checkDevelopment(properties.signatureKey(), Path.of(System.getProperty("java.io.tmpdir")));
        return null;
    }

    private static Duration timeToLive(WeirProperties.Soap properties) {
        Duration time = properties.timeToLive();
        if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
            throw new BadSettingException("weir.soap.time-to-live", "must be from 1s to 5m");
        }
        return time;
    }

    Identity recipient() {
        return recipient;
    }

    Identity signer() {
        return signer;
    }

    /**
     * Returns a supplier of the permitted clients' certificates. A call of {@link Supplier#get} may block, because it
     * reads the files again after they have changed.
     */
    Supplier<Trust> clients() {
        return clients;
    }

    Duration timeToLive() {
        return timeToLive;
    }

    private static Pattern subjects(String pattern) {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new BadSettingException("weir.soap.subjects", "'" + pattern + "' is not a regular expression");
        }
    }

    private static Identity identity(String key, SoapStores stores, String alias, WeirProperties.Soap properties) {
        Cryptography cryptography = properties.crypto().get();
        try {
            return Identity.of(stores.own(), alias, stores.password()).by(cryptography);
        } catch (IllegalArgumentException e) {
            throw new BadSettingException(key, String.valueOf(e.getMessage()));
        }
    }
}
