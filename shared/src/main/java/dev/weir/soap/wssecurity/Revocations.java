package dev.weir.soap.wssecurity;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.List;

/**
 * Certificate revocation lists (RFC 5280, 5). Immutable.
 *
 * <p>A certificate on a list is refused, even if the list has expired. A certificate that is itself in the trust store
 * needs no list. Any other certificate is refused if there is no list of its issuer, or if this list has expired.
 */
public final class Revocations {
    private final List<X509CRL> lists;

    private Revocations(List<X509CRL> lists) {
        this.lists = lists;
    }

    /**
     * Checks the signatures of the lists and returns the lists as one object.
     *
     * @param lists the revocation lists, one for each issuer
     * @param trusted contains the certificates of issuers. If it lacks the issuer of a list, the list is used without a
     *     check of its signature
     * @throws IllegalArgumentException if a checked list does not have the signature of its issuer
     */
    static Revocations of(Collection<X509CRL> lists, KeyStore trusted) {
        for (X509CRL list : lists) {
            List<X509Certificate> issuers = certificates(trusted).stream()
                    .filter(one -> one.getSubjectX500Principal().equals(list.getIssuerX500Principal()))
                    .toList();
            if (!issuers.isEmpty() && issuers.stream().noneMatch(issuer -> isSigned(list, issuer))) {
                throw new IllegalArgumentException(
                        "the list of '" + list.getIssuerX500Principal() + "' does not have its issuer's signature");
            }
        }
        return new Revocations(List.copyOf(lists));
    }

    /**
     * Checks that no revocation list contains a certificate, and that an unexpired list of the certificate's issuer
     * exists.
     *
     * @param direct whether the trust store contains the certificate itself. If so, no list of the issuer is needed
     * @throws IllegalArgumentException if the certificate fails the check
     */
    void check(X509Certificate certificate, boolean direct, Instant now) {
        if (lists.stream().anyMatch(list -> list.getRevokedCertificate(certificate) != null)) {
            throw new IllegalArgumentException("revoked: " + certificate.getSubjectX500Principal());
        }
        if (!direct && lists.stream().noneMatch(list -> isCurrent(list, certificate, now))) {
            throw new IllegalArgumentException("no current list of " + certificate.getIssuerX500Principal());
        }
    }

    private static boolean isCurrent(X509CRL list, X509Certificate certificate, Instant now) {
        Date next = list.getNextUpdate();
        return list.getIssuerX500Principal().equals(certificate.getIssuerX500Principal())
                && (next == null || now.isBefore(next.toInstant()));
    }

    private static boolean isSigned(X509CRL list, X509Certificate issuer) {
        try {
            list.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    static List<X509Certificate> certificates(KeyStore store) {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            for (String alias : Collections.list(store.aliases())) {
                if (store.getCertificate(alias) instanceof X509Certificate certificate) {
                    certificates.add(certificate);
                }
            }
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e); // cannot happen: the store is loaded
        }
        return certificates;
    }
}
