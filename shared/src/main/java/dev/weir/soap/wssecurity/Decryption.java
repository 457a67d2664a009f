package dev.weir.soap.wssecurity;

import dev.weir.soap.message.Envelope;
import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.xml.MalformedXmlException;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlParser;
import dev.weir.soap.xml.XmlTree;
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
 * Decrypts the content of the element {@code a} in a request's payload. A request must encrypt exactly this content.
 * Thread-safe.
 *
 * <p>Call {@link #check} before the signature is verified, and {@link #decrypt} afterwards. The key's name in the
 * message is ignored, because the service has one key. If the AES key cannot be decrypted, this class continues with a
 * random key, and fails later. So the time of a failure does not reveal which step has failed.
 *
 * <p>WSS4J's decryption was rejected. It looks up certificates by serial numbers of any length, and accepts AES keys of
 * any size. Its parser keeps all names that it has read.
 */
public final class Decryption {
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final OAEPParameterSpec OAEP =
            new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT);

    private final Identity recipient;
    private final SecureRandom random = new SecureRandom();

    public Decryption(Identity recipient) {
        this.recipient = recipient;
    }

    public static void check(Envelope envelope, Element key) throws SoapRefusal {
        Algorithms.checkEncryptedKey(key);
        Element data = data(envelope);
        if (data == null || data.getPreviousSibling() != null || data.getNextSibling() != null) {
            throw SoapRefusal.structure("the content of a is not encrypted");
        }
        Algorithms.checkEncryptedData(data);
        List<Element> references = XmlTree.children(XmlTree.children(key).getLast());
        if (references.isEmpty()) {
            throw SoapRefusal.structure("an encrypted key without references");
        }
        String wanted = "#" + data.getAttributeNS(null, "Id");
        if (references.size() > 1
                || !XmlTree.is(references.getFirst(), Names.ENCRYPTION, "DataReference")
                || !wanted.equals(references.getFirst().getAttributeNS(null, "URI"))) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, "an encrypted key for another element");
        }
    }

    private static @Nullable Element data(Envelope envelope) {
        List<Element> named = XmlTree.children(envelope.payload()).stream()
                .filter(child -> XmlTree.is(child, Names.CALC, "a"))
                .toList();
        return named.size() == 1 ? XmlTree.onlyChild(named.getFirst(), Names.ENCRYPTION, "EncryptedData") : null;
    }

    /**
     * Decrypts a message that {@link #check} has accepted. Replaces the element {@code EncryptedData} by the decrypted
     * content.
     *
     * @param key the element {@code EncryptedKey} of the message
     */
    public void decrypt(Envelope envelope, Element key) throws SoapRefusal {
        Element data = data(envelope);
        if (data == null) {
            throw SoapRefusal.structure("the content of a is not encrypted");
        }
        try {
            byte[] plain = opened(
                    bytes(XmlTree.children(data).getLast()),
                    unwrapped(bytes(XmlTree.children(key).get(2))));
            replace(data, plain);
        } catch (GeneralSecurityException | RuntimeException | MalformedXmlException e) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, e);
        }
    }

    private static byte[] bytes(Element cipherData) {
        return Base64.getMimeDecoder()
                .decode(XmlTree.children(cipherData).getFirst().getTextContent());
    }

    private SecretKeySpec unwrapped(byte[] bytes) throws GeneralSecurityException {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        Cipher cipher = recipient.cryptography().cipher("RSA/ECB/OAEPPadding");
        cipher.init(Cipher.DECRYPT_MODE, recipient.key(), OAEP);
        try {
            byte[] found = cipher.doFinal(bytes);
            key = found.length == KEY_BYTES ? found : key;
        } catch (GeneralSecurityException | RuntimeException e) { // the type depends on the provider
            // Continue with the random key, so that this failure takes as long as a failure to decrypt the content.
        }
        return new SecretKeySpec(key, "AES");
    }

    /** Decrypts AES-GCM data, which consists of nonce, cipher text and tag (XML Encryption 1.1, 5.2.4). */
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

    private static void replace(Element data, byte[] plain) throws MalformedXmlException {
        if (isPlainText(plain)) { // the usual case, which needs no second parser
            String text = new String(plain, StandardCharsets.US_ASCII);
            data.getParentNode().replaceChild(data.getOwnerDocument().createTextNode(text), data);
        } else {
            replace(data, XmlParser.parse(wrapped(plain)).getDocumentElement());
        }
    }

    /** Returns whether the bytes are printable ASCII without XML markup. Such content needs no XML parser. */
    static boolean isPlainText(byte[] bytes) {
        for (byte one : bytes) {
            if (one < ' ' || one > '~' || one == '<' || one == '>' || one == '&') {
                return false;
            }
        }
        return bytes.length > 0;
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
