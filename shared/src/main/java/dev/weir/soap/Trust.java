package dev.weir.soap;

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

/** Whose signatures count. Thread-safe. */
public final class Trust {
    private final Merlin crypto = new Merlin();
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
     * Everybody whose certificate is in the store, or was issued by one that is, and is accepted. Who receives should not
     * accept itself: what it signed could be sent back.
     *
     * @param revoked lists of certificates that do not count any more, or null where there are none
     * @throws IllegalArgumentException when a list has not the signature of its issuer, or the key of a certificate in the
     *     store is shorter than is allowed, or longer
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

    /** Only those whose very certificate is in the store. */
    public static Trust inServer(KeyStore store) {
        return new Trust(store, null, signer -> isIn(store, signer));
    }

    /** The certificate that the store holds under a name, to encrypt for it. */
    X509Certificate certificate(String alias) {
        try {
            if (store.getCertificate(alias) instanceof X509Certificate certificate) {
                return certificate;
            }
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e); // it is loaded
        }
        throw new IllegalArgumentException("has no certificate '" + alias + "'");
    }

    Crypto crypto() {
        return crypto;
    }

    /** After the path has been verified. */
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
            throw new IllegalStateException(e); // it is loaded
        }
    }
}
