package dev.weir.contract.connection;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** Converts a certificate and its private key to the text format PEM (RFC 7468). */
final class Pem {
    private Pem() {}

    static String of(KeyStore store, String alias, String password) {
        try {
            return block("CERTIFICATE", store.getCertificate(alias).getEncoded())
                    + block(
                            "PRIVATE KEY",
                            store.getKey(alias, password.toCharArray()).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String block(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + type
                + "-----\n";
    }
}
