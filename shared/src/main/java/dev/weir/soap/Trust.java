package dev.weir.soap;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.function.Predicate;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.Merlin;
import org.jspecify.annotations.Nullable;

/** Whose signatures count. Thread-safe. */
public final class Trust {
    private final Merlin crypto = new Merlin();
    private final KeyStore store;
    private final boolean knowsRevoked;
    private final Predicate<X509Certificate> accepted;

    private Trust(KeyStore store, @Nullable X509CRL revoked, Predicate<X509Certificate> accepted) {
        this.store = store;
        this.accepted = accepted;
        this.knowsRevoked = revoked != null;
        crypto.setTrustStore(store);
        if (revoked != null) {
            crypto.setCRLCertStore(only(revoked));
        }
    }

    /**
     * Everybody whose certificate is in the store, or was issued by one that is, and is accepted. Who receives should not
     * accept itself: what it signed could be sent back.
     *
     * @param revoked whose certificates do not count any more
     */
    public static Trust inClients(KeyStore store, @Nullable X509CRL revoked, Predicate<X509Certificate> accepted) {
        return new Trust(store, revoked, accepted);
    }

    /** Only those whose very certificate is in the store. */
    public static Trust inServer(KeyStore store) {
        return new Trust(store, null, signer -> {
            try {
                return store.getCertificateAlias(signer) != null;
            } catch (KeyStoreException e) {
                throw new IllegalStateException(e); // it is loaded
            }
        });
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

    boolean knowsRevoked() {
        return knowsRevoked;
    }

    /** After the path has been verified. */
    void check(X509Certificate[] path) {
        try {
            path[0].checkValidity();
        } catch (CertificateException e) {
            throw new IllegalArgumentException(e);
        }
        if (!accepted.test(path[0])) {
            throw new IllegalArgumentException("not accepted: " + path[0].getSubjectX500Principal());
        }
    }

    private static CertStore only(X509CRL revoked) {
        try {
            return CertStore.getInstance(
                    "Collection", new CollectionCertStoreParameters(Collections.singleton(revoked)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
