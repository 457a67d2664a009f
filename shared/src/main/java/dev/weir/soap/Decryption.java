package dev.weir.soap;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.spec.MGF1ParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The content of the payload's element {@code a}, which must have been encrypted, and nothing else. Thread-safe.
 *
 * <p>{@link #check} looks where it stands, before anything is verified; {@link #decrypt} puts the plain content in its
 * place, after. There is one key that can open it, so the name of the recipient is not looked up. WSS4J's decryption
 * would look it up by numbers of any length, keep the names of what it parses, and take an AES key of any size. It goes
 * on with a random key where a key cannot be unwrapped, so that both failures take as long, and so does this.
 */
final class Decryption {
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final OAEPParameterSpec OAEP =
            new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT);

    private final Identity recipient;
    private final SecureRandom random = new SecureRandom();

    Decryption(Identity recipient) {
        this.recipient = recipient;
    }

    static void check(Envelope envelope, Element key) throws SoapRefusal {
        Algorithms.checkEncryptedKey(key);
        Element data = data(envelope);
        if (data == null || data.getPreviousSibling() != null || data.getNextSibling() != null) {
            throw SoapRefusal.structure("the content of a is not encrypted");
        }
        Algorithms.checkEncryptedData(data);
        List<Element> references = Xml.children(Xml.children(key).getLast());
        if (references.isEmpty()) {
            throw SoapRefusal.structure("a key of nothing");
        }
        String wanted = "#" + data.getAttributeNS(null, "Id");
        if (references.size() > 1
                || !Xml.is(references.getFirst(), Names.ENCRYPTION, "DataReference")
                || !wanted.equals(references.getFirst().getAttributeNS(null, "URI"))) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, "a key of something else");
        }
    }

    private static @Nullable Element data(Envelope envelope) {
        List<Element> named = Xml.children(envelope.payload()).stream()
                .filter(child -> Xml.is(child, Names.CALC, "a"))
                .toList();
        return named.size() == 1 ? Xml.onlyChild(named.getFirst(), Names.ENCRYPTION, "EncryptedData") : null;
    }

    /** What {@link #check} has let pass. */
    void decrypt(Envelope envelope, Element key) throws SoapRefusal {
        Element data = data(envelope);
        if (data == null) {
            throw SoapRefusal.structure("the content of a is not encrypted");
        }
        try {
            byte[] plain = opened(
                    bytes(Xml.children(data).getLast()),
                    unwrapped(bytes(Xml.children(key).get(2))));
            replace(data, Xml.parse(wrapped(plain)).getDocumentElement());
        } catch (GeneralSecurityException | RuntimeException | MalformedXmlException e) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, e);
        }
    }

    private static byte[] bytes(Element cipherData) {
        return Base64.getMimeDecoder()
                .decode(Xml.children(cipherData).getFirst().getTextContent());
    }

    private SecretKeySpec unwrapped(byte[] bytes) throws GeneralSecurityException {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
        cipher.init(Cipher.DECRYPT_MODE, recipient.key(), OAEP);
        try {
            byte[] found = cipher.doFinal(bytes);
            key = found.length == KEY_BYTES ? found : key;
        } catch (GeneralSecurityException e) {
            // opens nothing, which takes as long
        }
        return new SecretKeySpec(key, "AES");
    }

    /** The nonce, what was encrypted, and the tag (XML Encryption 1.1, 5.2.4). */
    private static byte[] opened(byte[] bytes, SecretKeySpec key) throws GeneralSecurityException {
        if (bytes.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
            throw new IllegalArgumentException("shorter than a nonce and a tag");
        }
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, bytes, 0, NONCE_BYTES));
        return cipher.doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
    }

    private static byte[] wrapped(byte[] content) {
        return ("<a>" + new String(content, StandardCharsets.UTF_8) + "</a>").getBytes(StandardCharsets.UTF_8);
    }

    private static void replace(Element data, Element plain) {
        Node place = data.getParentNode();
        place.removeChild(data);
        List<Node> content = new ArrayList<>();
        for (Node child = plain.getFirstChild(); child != null; child = child.getNextSibling()) {
            content.add(child);
        }
        content.forEach(child -> place.appendChild(place.getOwnerDocument().importNode(child, true)));
    }
}
