package dev.weir.config;

import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.Identity;
import dev.weir.soap.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
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

/** Checks and reads the keys {@code weir.soap.*}: the server's keys, and the certificates that may call. */
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
        this(properties, stores(properties));
    }

    private SoapSettings(WeirProperties.Soap properties, Stores stores) {
        timeToLive = timeToLive(properties);
        isConfigured = properties.keyStore() != null;
        recipient = identity("weir.soap.key-store", stores.own, SERVER, stores.password);
        if (!(recipient.certificate().getPublicKey() instanceof RSAPublicKey)) {
            throw new BadSettingException("weir.soap.key-store", "its key 'server' must be an RSA key: it decrypts");
        }
        signer = identity("weir.soap.signature-key", stores.own, properties.signatureKey(), stores.password);
        Set<X509Certificate> self =
                Set.copyOf(List.of(recipient.certificate(), signer.certificate())); // usually one and the same
        Pattern subjects = subjects(properties.subjects());
        Path revoked = properties.revoked();
        List<Path> watched = Stream.of(properties.trustStore(), revoked)
                .filter(Objects::nonNull)
                .toList();
        clients = new WatchedFiles<>(
                watched,
                () -> trust(
                        stores.trusted.get(),
                        revoked,
                        signer -> !self.contains(signer)
                                && subjects.matcher(
                                                signer.getSubjectX500Principal().getName())
                                        .matches()),
                System::nanoTime);
    }

    /** @param trusted reads the store of the certificates that may call */
    private record Stores(KeyStore own, String password, Supplier<KeyStore> trusted) {}

    private static Stores stores(WeirProperties.Soap properties) {
        Path keys = properties.keyStore();
        Path trusted = properties.trustStore();
        if ((keys == null) != (trusted == null)) {
            throw new BadSettingException(
                    keys == null ? "weir.soap.trust-store" : "weir.soap.key-store",
                    "also needs " + (keys == null ? "weir.soap.key-store" : "weir.soap.trust-store"));
        }
        if (keys == null || trusted == null) {
            DevelopmentKeys made = development();
            return new Stores(made.server(), DevelopmentKeys.PASSWORD, made::serverTrust);
        }
        return new Stores(
                store("weir.soap.key-store", keys, properties.keyStorePassword()),
                properties.keyStorePassword(),
                () -> trusting("weir.soap.trust-store", trusted, properties.trustStorePassword()));
    }

    private static Trust trust(KeyStore store, @Nullable Path revoked, Predicate<X509Certificate> accepted) {
        List<X509CRL> lists = revoked(revoked);
        try {
            return Trust.inClients(store, lists, accepted);
        } catch (IllegalArgumentException e) {
            String key = String.valueOf(e.getMessage()).startsWith("the list") ? "revoked" : "trust-store";
            throw new BadSettingException("weir.soap." + key, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Warns if one key both decrypts and signs: an attacker who can make the server decrypt may learn to forge its
     * signature.
     */
    void warn() {
        if (isConfigured && signer.certificate().equals(recipient.certificate())) {
            log.warn("SOAP decrypts and signs with one RSA key, 'server': weir.soap.signature-key names another to"
                    + " sign");
        }
    }

    /** Checks the settings without making development keys. */
    static void check(WeirProperties.Soap properties) {
        if (properties.keyStore() != null || properties.trustStore() != null) {
            var _ = new SoapSettings(properties);
        } else {
            timeToLive(properties);
            subjects(properties.subjects());
            revoked(properties.revoked());
        }
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

    /** The certificates that may call, as the files are now. A call may read the files, so it can block. */
    Supplier<Trust> clients() {
        return clients;
    }

    Duration timeToLive() {
        return timeToLive;
    }

    private static DevelopmentKeys development() {
        try {
            DevelopmentKeys made = DevelopmentKeys.make(Instant.now());
            log.info(
                    "SOAP has development keys; a client's are in {} (weir.soap.key-store is not set)",
                    made.writeClients());
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeyStore store(String key, Path file, String password) {
        try {
            return DevelopmentKeys.read(file, password);
        } catch (IOException
                | GeneralSecurityException
                | IllegalArgumentException e) { // the last one if there is no file
            throw new BadSettingException(key, "'" + file + "' cannot be read with its password");
        }
    }

    private static KeyStore trusting(String key, Path file, String password) {
        KeyStore store = store(key, file, password);
        try {
            for (String alias : Collections.list(store.aliases())) {
                if (store.isCertificateEntry(alias)) {
                    return store;
                }
            }
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e); // cannot happen: the store is loaded
        }
        throw new BadSettingException(key, "'" + file + "' has no certificate that is marked as trusted");
    }

    private static Pattern subjects(String pattern) {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new BadSettingException("weir.soap.subjects", "'" + pattern + "' is not a regular expression");
        }
    }

    private static Identity identity(String key, KeyStore store, String alias, String password) {
        try {
            return Identity.of(store, alias, password);
        } catch (IllegalArgumentException e) {
            throw new BadSettingException(key, String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable List<X509CRL> revoked(@Nullable Path file) {
        if (file == null) {
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            List<X509CRL> lists = CertificateFactory.getInstance("X.509").generateCRLs(in).stream()
                    .map(X509CRL.class::cast)
                    .toList();
            if (!lists.isEmpty()) {
                return lists;
            }
        } catch (IOException | GeneralSecurityException e) {
            // the exception below tells it
        }
        throw new BadSettingException("weir.soap.revoked", "'" + file + "' is not a list of revoked certificates");
    }
}
