package dev.weir.soap;

import dev.weir.soap.xml.Names;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.spec.MGF1ParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.UnaryOperator;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;
import org.w3c.dom.Element;

/** Reads and changes the encrypted bytes in an {@code xenc:CipherValue} element. */
final class Ciphertexts {
    private Ciphertexts() {}

    static Element value(Element encrypted) {
        return (Element) encrypted
                .getElementsByTagNameNS(Names.ENCRYPTION, "CipherValue")
                .item(0);
    }

    /** Flips one bit of the encrypted byte at the index {@code at}. A negative index counts from the end. */
    static void flip(Element encrypted, int at) {
        change(encrypted, bytes -> {
            bytes[at < 0 ? bytes.length + at : at] ^= 1;
            return bytes;
        });
    }

    static void cut(Element encrypted, int length) {
        change(encrypted, bytes -> Arrays.copyOf(bytes, length));
    }

    static byte[] bytes(Element encrypted) {
        return Base64.getMimeDecoder().decode(value(encrypted).getTextContent());
    }

    /** Returns an AES key of 256 bits, encrypted for a recipient other than the server. */
    static byte[] forAnother() {
        return wrapped("other", new byte[32]);
    }

    /**
     * Puts the number {@link Forgery#A} into {@code message}, encrypted with an AES key of {@code keyBytes} bytes. Also
     * puts this key into {@code message}, encrypted for the server. If {@code keyBytes} is 0, the number is encrypted
     * with a key of 32 bytes, but the key for the server is empty.
     */
    static void openedBy(Forgery message, int keyBytes) {
        openedBy(message, keyBytes, "" + Forgery.A);
    }

    static void openedBy(Forgery message, int keyBytes, String plain) {
        byte[] key = new byte[keyBytes];
        byte[] nonce = new byte[12];
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            SecretKeySpec used = new SecretKeySpec(keyBytes == 0 ? new byte[32] : key, "AES");
            cipher.init(Cipher.ENCRYPT_MODE, used, new GCMParameterSpec(128, nonce));
            byte[] encrypted = cipher.doFinal(plain.getBytes(StandardCharsets.UTF_8));
            byte[] data = Arrays.copyOf(nonce, nonce.length + encrypted.length);
            System.arraycopy(encrypted, 0, data, nonce.length, encrypted.length);
            change(message.data(), bytes -> data);
            change(message.key(), bytes -> wrapped("server", key));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] wrapped(String recipient, byte[] key) {
        try {
            Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    TestKeys.get().certificate(recipient).getPublicKey(),
                    new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT));
            return cipher.doFinal(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static void change(Element encrypted, UnaryOperator<byte[]> change) {
        value(encrypted).setTextContent(Base64.getEncoder().encodeToString(change.apply(bytes(encrypted))));
    }
}
