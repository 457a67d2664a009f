package dev.weir.soap.wssecurity;

import dev.weir.soap.message.SoapRefusal;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.CertificateException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.function.Predicate;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.Merlin;
import org.jspecify.annotations.Nullable;

/** Decides from a certificate whether the signer of a SOAP message is trusted. Thread-safe. */
public final class Trust {
    private final Merlin crypto = new Merlin();
    private final VerifiedPaths paths = new VerifiedPaths();
    private final KeyStore store;
    private final @Nullable Revocations revoked;
    private final Predicate<X509Certificate> accepted;

    private Trust(KeyStore store, @Nullable Revocations revoked, Predicate<X509Certificate> accepted) {
        this.store = store;
        this.revoked = revoked;
        this.accepted = accepted;
        crypto.setTrustStore(store);
    }

    /**
     * Creates a server's trust in its clients. A client is trusted if the store contains its certificate or the
     * certificate of its issuer, and {@code accepted} returns true.
     *
     * @param revoked the revocation lists; null turns the check for revocation off
     * @param accepted an additional check, which should refuse the server's own certificates. Otherwise an attacker
     *     could send the server's own messages back to the server
     * @throws IllegalArgumentException if a list has a wrong signature, or a key in the store is too short or too long
     */
    public static Trust inClients(
            KeyStore store, @Nullable Collection<X509CRL> revoked, Predicate<X509Certificate> accepted) {
        for (X509Certificate certificate : Revocations.certificates(store)) {
            try {
                Algorithms.checkKey(certificate.getPublicKey());
            } catch (SoapRefusal e) {
                throw new IllegalArgumentException(
                        "the key of '" + certificate.getSubjectX500Principal() + "' is too short, or too long", e);
            }
        }
        return new Trust(store, revoked == null ? null : Revocations.of(revoked, store), accepted);
    }

    /** Creates a client's trust in its servers. A server is trusted if the store contains its certificate. */
    public static Trust inServer(KeyStore store) {
        return new Trust(store, null, signer -> isIn(store, signer));
    }

    /**
     * Returns the certificate with this alias in the trust store.
     *
     * @throws IllegalArgumentException if the store has no certificate with this alias
     */
    public X509Certificate certificate(String alias) {
        try {
            if (store.getCertificate(alias) instanceof X509Certificate certificate) {
                return certificate;
            }
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e); // cannot happen: the store is loaded
        }
        throw new IllegalArgumentException("has no certificate '" + alias + "'");
    }

    Crypto crypto() {
        return crypto;
    }

    VerifiedPaths paths() {
        return paths;
    }

    /**
     * Checks that the signer's certificate {@code path[0]} is valid now, is not revoked, and passes {@link #accepted}.
     *
     * @throws IllegalArgumentException if a check fails
     */
    void check(X509Certificate[] path, Instant now) {
        try {
            path[0].checkValidity(Date.from(now));
        } catch (CertificateException e) {
            throw new IllegalArgumentException(e);
        }
        if (revoked != null) {
            revoked.check(path[0], isIn(store, path[0]), now);
        }
        if (!accepted.test(path[0])) {
            throw new IllegalArgumentException("not accepted: " + path[0].getSubjectX500Principal());
        }
    }

    private static boolean isIn(KeyStore store, X509Certificate certificate) {
        try {
            return store.getCertificateAlias(certificate) != null;
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e); // cannot happen: the store is loaded
        }
    }
}
