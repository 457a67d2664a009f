package dev.weir.soap;

import static dev.weir.soap.message.SoapFault.FAILED_CHECK;
import static dev.weir.soap.message.SoapFault.INVALID_SECURITY;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.util.List;
import org.apache.wss4j.dom.WSConstants;
import org.w3c.dom.Element;

/**
 * Rows 10 to 13 and 21 to 24 of the {@link AttackTable}. A wrong element is encrypted, the encrypted key has a wrong
 * place or refers to wrong data, an algorithm is forbidden, or the content cannot be decrypted.
 */
final class EncryptionAttacks {
    private EncryptionAttacks() {}

    static List<Attack> list() {
        return ciphertext(algorithms(places(new Attacks()))).list();
    }

    private static Attacks places(Attacks attacks) {
        return attacks.encrypted(
                        10,
                        "b encrypted in place of a",
                        INVALID_SECURITY,
                        message -> message.encrypt(message.b(), "Content", how -> {}))
                .encrypted(10, "a in clear, something encrypted in a header", INVALID_SECURITY, message -> {
                    Element dummy = CoverageAttacks.wrapper(message.header);
                    dummy.setTextContent("0");
                    message.encrypt(dummy, "Content", how -> {});
                })
                .encrypted(
                        10,
                        "all of a encrypted",
                        INVALID_SECURITY,
                        message -> message.encrypt(message.a(), "Element", how -> {}))
                .encrypted(
                        10,
                        "all of the body encrypted",
                        INVALID_SECURITY,
                        message -> message.encrypt(message.body, "Content", how -> {}))
                .before(
                        10,
                        "text beside what is encrypted",
                        INVALID_SECURITY,
                        message -> message.a().appendChild(message.document.createTextNode("0")))
                .before(10, "encrypted twice", INVALID_SECURITY, message -> message.encrypt())
                .before(11, "key of nothing", INVALID_SECURITY, message -> {
                    Element list = list(message);
                    list.removeChild(list.getFirstChild());
                })
                .before(
                        11,
                        "key without a list",
                        INVALID_SECURITY,
                        message -> message.key().removeChild(list(message)))
                .before(
                        12,
                        "key also of something unsigned",
                        FAILED_CHECK,
                        message -> XmlTree.append(list(message), Names.ENCRYPTION, "xenc:DataReference")
                                .setAttribute("URI", "#" + unsigned(message)))
                .before(
                        12,
                        "key of something unsigned only",
                        FAILED_CHECK,
                        message ->
                                ((Element) list(message).getFirstChild()).setAttribute("URI", "#" + unsigned(message)))
                .after(
                        13,
                        "key ahead of the signature",
                        INVALID_SECURITY,
                        message -> message.security.insertBefore(message.key(), message.signature()))
                .made(
                        13,
                        "signed, then encrypted, as in the article",
                        INVALID_SECURITY,
                        now -> Forgery.of("plusRequest", "" + Forgery.A, "" + Forgery.B)
                                .stamp(now)
                                .sign("client")
                                .encrypt()
                                .sent())
                .after(
                        13,
                        "key ahead of all",
                        INVALID_SECURITY,
                        message -> message.security.insertBefore(message.key(), message.token()));
    }

    private static Attacks algorithms(Attacks attacks) {
        keys(attacks, 21, "RSA 1.5", WSConstants.KEYTRANSPORT_RSA15, "", "");
        keys(attacks, 22, "OAEP of XML Encryption 1.0 with SHA-1", WSConstants.KEYTRANSPORT_RSAOAEP, "", "");
        keys(attacks, 22, "OAEP of XML Encryption 1.0", WSConstants.KEYTRANSPORT_RSAOAEP, Names.SHA256, "");
        keys(attacks, 22, "OAEP with a digest by SHA-1", Names.RSA_OAEP, WSConstants.SHA1, Names.MGF1_SHA256);
        keys(attacks, 22, "OAEP with a mask by SHA-1", Names.RSA_OAEP, Names.SHA256, WSConstants.MGF_SHA1);
        for (String algorithm : List.of(
                WSConstants.TRIPLE_DES,
                WSConstants.AES_128,
                WSConstants.AES_192,
                WSConstants.AES_256,
                WSConstants.AES_128_GCM,
                WSConstants.AES_192_GCM)) {
            String name = algorithm.substring(algorithm.indexOf('#') + 1);
            attacks.encrypted(
                    22,
                    name,
                    INVALID_SECURITY,
                    message -> message.encrypt(message.a(), "Content", how -> how.setSymmetricEncAlgorithm(algorithm)));
        }
        return attacks;
    }

    private static void keys(Attacks attacks, int row, String name, String algorithm, String digest, String mask) {
        attacks.encrypted(
                row,
                name,
                INVALID_SECURITY,
                message -> message.encrypt(message.a(), "Content", how -> {
                    how.setKeyEncAlgo(algorithm);
                    how.setDigestAlgorithm(digest.isEmpty() ? null : digest);
                    how.setMGFAlgorithm(mask.isEmpty() ? null : mask);
                }));
    }

    private static Attacks ciphertext(Attacks attacks) {
        return attacks.before(23, "first byte flipped", FAILED_CHECK, message -> Ciphertexts.flip(message.data(), 0))
                .before(23, "byte of the text flipped", FAILED_CHECK, message -> Ciphertexts.flip(message.data(), 12))
                .before(23, "last byte flipped", FAILED_CHECK, message -> Ciphertexts.flip(message.data(), -1))
                .before(23, "truncated", FAILED_CHECK, message -> Ciphertexts.cut(message.data(), 20))
                .before(23, "shorter than a nonce", FAILED_CHECK, message -> Ciphertexts.cut(message.data(), 5))
                .before(23, "empty", FAILED_CHECK, message -> Ciphertexts.cut(message.data(), 0))
                .before(
                        23,
                        "not Base64",
                        FAILED_CHECK,
                        message -> Ciphertexts.value(message.data()).setTextContent("?"))
                .before(24, "key: first byte flipped", FAILED_CHECK, message -> Ciphertexts.flip(message.key(), 0))
                .before(24, "key: last byte flipped", FAILED_CHECK, message -> Ciphertexts.flip(message.key(), -1))
                .before(24, "key: truncated", FAILED_CHECK, message -> Ciphertexts.cut(message.key(), 255))
                .before(24, "key: empty", FAILED_CHECK, message -> Ciphertexts.cut(message.key(), 0))
                .before(
                        24,
                        "key: not Base64",
                        FAILED_CHECK,
                        message -> Ciphertexts.value(message.key()).setTextContent("?"))
                .encrypted(
                        24,
                        "key for another",
                        FAILED_CHECK,
                        message -> message.encrypt(
                                message.a(),
                                "Content",
                                how -> how.setUseThisCert(TestKeys.get().certificate("other"))))
                .before(24, "key of 16 bytes", FAILED_CHECK, message -> Ciphertexts.openedBy(message, 16))
                .before(24, "key of 24 bytes", FAILED_CHECK, message -> Ciphertexts.openedBy(message, 24))
                .before(24, "no key in the block", FAILED_CHECK, message -> Ciphertexts.openedBy(message, 0))
                .before(
                        24,
                        "key for another under the server's name",
                        FAILED_CHECK,
                        message -> Ciphertexts.change(message.key(), bytes -> Ciphertexts.forAnother()));
    }

    private static Element list(Forgery message) {
        return message.find(Names.ENCRYPTION, "ReferenceList");
    }

    /**
     * Adds a header that contains encrypted data and is not signed.
     *
     * @return the id of the encrypted data
     */
    private static String unsigned(Forgery message) {
        Element copy = (Element) message.data().cloneNode(true);
        copy.setAttribute("Id", "ED-unsigned");
        CoverageAttacks.wrapper(message.header).appendChild(copy);
        return "ED-unsigned";
    }
}
