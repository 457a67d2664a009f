package dev.weir.soap;

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
 * Lists of revoked certificates (RFC 5280, 5), and what they say of one. Immutable.
 *
 * <p>A certificate that a list names is refused, however old the list. A certificate that counts for its issuer's sake
 * needs a list by that issuer, and one that has not expired: else nobody knows whether it was revoked. A certificate that
 * is trusted itself needs none, since nobody vouches for it.
 */
final class Revocations {
    private final List<X509CRL> lists;

    private Revocations(List<X509CRL> lists) {
        this.lists = lists;
    }

    /**
     * Lists of the operator's, one an issuer.
     *
     * @param trusted whose signatures of lists can be verified; a list of another issuer counts as it is
     * @throws IllegalArgumentException when a list has not the signature of the issuer that it names
     */
    static Revocations of(Collection<X509CRL> lists, KeyStore trusted) {
        for (X509CRL list : lists) {
            List<X509Certificate> issuers = certificates(trusted).stream()
                    .filter(one -> one.getSubjectX500Principal().equals(list.getIssuerX500Principal()))
                    .toList();
            if (!issuers.isEmpty() && issuers.stream().noneMatch(issuer -> isSigned(list, issuer))) {
                throw new IllegalArgumentException(
                        "the list of '" + list.getIssuerX500Principal() + "' has not its signature");
            }
        }
        return new Revocations(List.copyOf(lists));
    }

    /** @param direct whether the certificate is trusted itself, and not for its issuer's sake */
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

    /** All that a store holds. */
    static List<X509Certificate> certificates(KeyStore store) {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            for (String alias : Collections.list(store.aliases())) {
                if (store.getCertificate(alias) instanceof X509Certificate certificate) {
                    certificates.add(certificate);
                }
            }
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e); // it is loaded
        }
        return certificates;
    }
}
