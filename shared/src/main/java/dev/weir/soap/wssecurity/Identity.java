package dev.weir.soap.wssecurity;

import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.xml.Names;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import javax.security.auth.callback.CallbackHandler;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.Merlin;

/** A private key with its certificate, and the {@link Cryptography} provider that uses the key. Thread-safe. */
public final class Identity {
    private final String alias;
    private final PrivateKey key;
    private final X509Certificate certificate;
    private final Cryptography cryptography;
    private final KeyStore store;
    private final Crypto crypto;

    private Identity(
            KeyStore store, String alias, PrivateKey key, X509Certificate certificate, Cryptography cryptography) {
        this.store = store;
        this.alias = alias;
        this.key = key;
        this.certificate = certificate;
        this.cryptography = cryptography;
        this.crypto = new OneKey(store);
    }

    /**
     * Reads a private key from a store.
     *
     * @throws IllegalArgumentException if there is no such key, the password is wrong, or the key's length is not
     *     allowed
     */
    public static Identity of(KeyStore store, String alias, String password) {
        try {
            if (store.getKey(alias, password.toCharArray()) instanceof PrivateKey key
                    && store.getCertificate(alias) instanceof X509Certificate certificate) {
                Algorithms.checkKey(certificate.getPublicKey());
                return new Identity(store, alias, key, certificate, Cryptography.JDK);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("its private key '" + alias + "' cannot be read", e);
        } catch (SoapRefusal e) {
            throw new IllegalArgumentException("its private key '" + alias + "' is too short, or too long", e);
        }
        throw new IllegalArgumentException("has no private key '" + alias + "'");
    }

    /**
     * Returns a copy of this identity that computes with {@code other}. If {@code other} does not accept the key's
     * public exponent, returns this identity.
     *
     * @throws IllegalArgumentException if {@code other} cannot compute with the key for another reason
     */
    public Identity by(Cryptography other) {
        if (!other.takes(certificate.getPublicKey())) {
            return this;
        }
        try {
            return new Identity(store, alias, other.own(key), certificate, other);
        } catch (GeneralSecurityException | RuntimeException e) { // the type depends on the provider
            throw new IllegalArgumentException(other + " cannot compute with the private key '" + alias + "'", e);
        }
    }

    public X509Certificate certificate() {
        return certificate;
    }

    byte[] encodedCertificate() {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e); // cannot happen: the certificate was read from its encoded form
        }
    }

    String alias() {
        return alias;
    }

    PrivateKey key() {
        return key;
    }

    public Cryptography cryptography() {
        return cryptography;
    }

    Crypto crypto() {
        return crypto;
    }

    /** Returns the URI of the algorithm with which this key signs. */
    String signatureMethod() {
        return isElliptic() ? Names.ECDSA_SHA256 : Names.RSA_SHA256;
    }

    /** Returns the signature of {@code bytes}, in the encoding that XML Signature 1.1, 6.4, specifies. */
    byte[] sign(byte[] bytes) throws GeneralSecurityException {
        Signature signature = cryptography.signature(isElliptic() ? "SHA256withECDSAinP1363Format" : "SHA256withRSA");
        signature.initSign(key);
        signature.update(bytes);
        return signature.sign();
    }

    private boolean isElliptic() {
        return certificate.getPublicKey() instanceof ECPublicKey;
    }

    /**
     * A key store that gives WSS4J the decrypted private key. WSS4J's own class would decrypt the key with the password
     * for every message.
     */
    private final class OneKey extends Merlin {
        OneKey(KeyStore store) {
            setKeyStore(store);
        }

        @Override
        public PrivateKey getPrivateKey(String identifier, String password) {
            return key;
        }

        @Override
        public PrivateKey getPrivateKey(X509Certificate recipient, CallbackHandler callback) {
            return key;
        }

        @Override
        public PrivateKey getPrivateKey(PublicKey recipient, CallbackHandler callback) {
            return key;
        }
    }
}
