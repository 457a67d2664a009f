package dev.weir.soap;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.UnaryOperator;
import javax.crypto.Cipher;
import org.w3c.dom.Element;

/** What is done to an {@code xenc:CipherValue}. */
final class Ciphertexts {
    private Ciphertexts() {}

    /** @param encrypted an {@code EncryptedKey}, or {@code EncryptedData} */
    static Element value(Element encrypted) {
        return (Element) encrypted
                .getElementsByTagNameNS(Names.ENCRYPTION, "CipherValue")
                .item(0);
    }

    /** @param at from the end when it is negative */
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

    /** A key of 256 bits, wrapped for who is not the server. */
    static byte[] forAnother() {
        try {
            Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
            cipher.init(Cipher.ENCRYPT_MODE, TestKeys.get().certificate("other").getPublicKey());
            return cipher.doFinal(new byte[32]);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static void change(Element encrypted, UnaryOperator<byte[]> change) {
        value(encrypted).setTextContent(Base64.getEncoder().encodeToString(change.apply(bytes(encrypted))));
    }
}
