package dev.weir.config;

import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.wssecurity.Cryptography;
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
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key stores of the SOAP service.
 *
 * @param own holds the server's private keys
 * @param password the password of {@code own}
 * @param trusted reads the store that holds the certificates of permitted clients or of their issuers
 */
record SoapStores(KeyStore own, String password, Supplier<KeyStore> trusted) {
    private static final Logger log = LoggerFactory.getLogger(SoapStores.class);

    /** Reads the configured stores, or creates development keys if no store is configured. */
    static SoapStores of(WeirProperties.Soap properties) {
        Path keys = properties.keyStore();
        Path trusted = properties.trustStore();
        if ((keys == null) != (trusted == null)) {
            throw new BadSettingException(
                    keys == null ? "weir.soap.trust-store" : "weir.soap.key-store",
                    "also needs " + (keys == null ? "weir.soap.key-store" : "weir.soap.trust-store"));
        }
        if (keys == null || trusted == null) {
            DevelopmentKeys made = development(properties.crypto().get());
            return new SoapStores(made.server(), DevelopmentKeys.PASSWORD, made::serverTrust);
        }
        return new SoapStores(
                store("weir.soap.key-store", keys, properties.keyStorePassword()),
                properties.keyStorePassword(),
                () -> trusting("weir.soap.trust-store", trusted, properties.trustStorePassword()));
    }

    /**
     * Checks that development keys can be used. Does not create the keys.
     *
     * @param signatureKey must be the alias that one of the development keys will have
     * @param folder the folder for temporary files; must be writable
     */
    static void checkDevelopment(String signatureKey, Path folder) {
        if (!DevelopmentKeys.SERVER_KEYS.contains(signatureKey)) {
            throw new BadSettingException(
                    "weir.soap.signature-key",
                    "must be one of " + DevelopmentKeys.SERVER_KEYS + ", since weir.soap.key-store is not set");
        }
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new BadSettingException(
                    "weir.soap.key-store", "must be set: development keys cannot be written to '" + folder + "'");
        }
    }

    private static DevelopmentKeys development(Cryptography cryptography) {
        try {
            DevelopmentKeys made = DevelopmentKeys.make(Instant.now(), cryptography);
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
                | IllegalArgumentException e) { // an IllegalArgumentException if there is no file
            throw new BadSettingException(key, "'" + file + "' cannot be read with the configured password");
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

    /** Reads the certificate revocation lists in a file. Returns null if {@code file} is null. */
    static @Nullable List<X509CRL> revoked(@Nullable Path file) {
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
            // The exception below reports it.
        }
        throw new BadSettingException("weir.soap.revoked", "'" + file + "' is not a list of revoked certificates");
    }
}
