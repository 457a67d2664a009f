package dev.weir.soap;

import static dev.weir.soap.message.SoapFault.FAILED_AUTHENTICATION;
import static dev.weir.soap.message.SoapFault.FAILED_CHECK;
import static dev.weir.soap.message.SoapFault.INVALID_SECURITY;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.List;
import org.apache.wss4j.dom.WSConstants;
import org.w3c.dom.Element;

/** Rows 14 to 20, 25 and 29 of the attack table: wrong signers, keys and signature algorithms. */
final class KeyAttacks {
    private KeyAttacks() {}

    static List<Attack> list() {
        return values(algorithms(references(signers(new Attacks())))).list();
    }

    private static Attacks signers(Attacks attacks) {
        return attacks.signed(14, "signed by a stranger of the same name", FAILED_AUTHENTICATION, by("stranger"))
                .signed(15, "signed by the server itself", FAILED_AUTHENTICATION, by("server"))
                .signed(15, "signed by another client of the same issuer", FAILED_AUTHENTICATION, by("other"))
                .signed(16, "signed by who has expired", FAILED_AUTHENTICATION, by("expired"))
                .signed(16, "signed by who is not yet valid", FAILED_AUTHENTICATION, by("not-yet"))
                .signed(16, "signed by who was revoked", FAILED_AUTHENTICATION, by("revoked"))
                .made(
                        16,
                        "signed by who is trusted itself, whom no list names",
                        new Expected.Result(Forgery.SUM),
                        now -> Forgery.ready(now).sign("pinned").sent())
                .signed(20, "signed with a key of 1024 bits", INVALID_SECURITY, by("short"))
                .signed(20, "signed with a key of 16384 bits", INVALID_SECURITY, by("long"));
    }

    private static Attacks references(Attacks attacks) {
        return attacks.signed(17, "HMAC by the encrypted key", INVALID_SECURITY, message -> {
                    message.sign(
                            "client",
                            how -> {
                                how.setSecretKey(message.secret);
                                how.setSignatureAlgorithm(WSConstants.HMAC_SHA256);
                            },
                            true,
                            message.body,
                            message.timestamp());
                    String id = message.key().getAttribute("Id");
                    reference(message).setAttribute("URI", "#" + id);
                })
                .after(18, "key as KeyValue", INVALID_SECURITY, message -> {
                    PublicKey key = TestKeys.get().certificate("client").getPublicKey();
                    Element value = XmlTree.append(emptied(message), Names.SIGNATURE, "ds:KeyValue");
                    Element rsa = XmlTree.append(value, Names.SIGNATURE, "ds:RSAKeyValue");
                    if (key instanceof RSAPublicKey numbers) {
                        text(rsa, "ds:Modulus", numbers.getModulus().toByteArray());
                        text(rsa, "ds:Exponent", numbers.getPublicExponent().toByteArray());
                    }
                })
                .after(18, "key as X509Data", INVALID_SECURITY, message -> {
                    Element data = XmlTree.append(emptied(message), Names.SIGNATURE, "ds:X509Data");
                    text(
                            data,
                            "ds:X509Certificate",
                            TestKeys.get().certificate("client").getEncoded());
                })
                .after(18, "key of a token elsewhere", INVALID_SECURITY, message -> {
                    Element copy = (Element) message.token().cloneNode(true);
                    copy.setAttributeNS(Names.WSU, "wsu:Id", "id-elsewhere");
                    CoverageAttacks.wrapper(message.header).appendChild(copy);
                    reference(message).setAttribute("URI", "#id-elsewhere");
                })
                .after(
                        18,
                        "no key",
                        INVALID_SECURITY,
                        message -> message.signature().removeChild(message.find(Names.SIGNATURE, "KeyInfo")));
    }

    private static Attacks algorithms(Attacks attacks) {
        return attacks.signed(
                        19,
                        "RSA with SHA-1",
                        INVALID_SECURITY,
                        message -> message.sign(
                                "client",
                                how -> how.setSignatureAlgorithm(WSConstants.RSA_SHA1),
                                true,
                                message.body,
                                message.timestamp()))
                .signed(
                        19,
                        "digests by SHA-1",
                        INVALID_SECURITY,
                        message -> message.sign(
                                "client",
                                how -> how.setDigestAlgo(WSConstants.SHA1),
                                true,
                                message.body,
                                message.timestamp()))
                .signed(
                        19,
                        "RSA with SHA-512",
                        INVALID_SECURITY,
                        message -> message.sign(
                                "client",
                                how -> how.setSignatureAlgorithm(WSConstants.RSA_SHA512),
                                true,
                                message.body,
                                message.timestamp()))
                .signed(
                        19,
                        "inclusive canonicalization",
                        INVALID_SECURITY,
                        message -> message.sign(
                                "client",
                                how -> how.setSigCanonicalization(WSConstants.C14N_OMIT_COMMENTS),
                                true,
                                message.body,
                                message.timestamp()));
    }

    private static Attacks values(Attacks attacks) {
        return attacks.after(
                        25, "b changed", FAILED_CHECK, message -> message.b().setTextContent("338"))
                .after(
                        25,
                        "expiry changed",
                        FAILED_CHECK,
                        message -> message.find(Names.WSU, "Expires").setTextContent("2099-01-01T00:00:00Z"))
                .after(25, "ciphertext changed", FAILED_CHECK, message -> Ciphertexts.flip(message.data(), 20))
                .after(25, "signature changed", FAILED_CHECK, message -> value(message, bytes(message, 10)))
                .after(25, "signature cut", FAILED_CHECK, message -> value(message, new byte[3]))
                .after(25, "signature empty", FAILED_CHECK, message -> value(message, new byte[0]))
                .after(
                        29,
                        "signature of nobody under a known certificate",
                        FAILED_CHECK,
                        message -> value(message, new byte[256]));
    }

    private static Attacks.Change by(String who) {
        return message -> message.sign(who);
    }

    private static byte[] bytes(Forgery message, int flipped) {
        byte[] bytes = message.value.clone();
        bytes[flipped] ^= 1;
        return bytes;
    }

    private static void value(Forgery message, byte[] bytes) {
        message.find(Names.SIGNATURE, "SignatureValue")
                .setTextContent(Base64.getEncoder().encodeToString(bytes));
    }

    private static void text(Element parent, String name, byte[] bytes) {
        XmlTree.append(parent, Names.SIGNATURE, name)
                .setTextContent(Base64.getEncoder().encodeToString(bytes));
    }

    private static Element reference(Forgery message) {
        return message.find(Names.WSSE, "Reference");
    }

    private static Element emptied(Forgery message) {
        Element info = message.find(Names.SIGNATURE, "KeyInfo");
        while (info.getFirstChild() != null) {
            info.removeChild(info.getFirstChild());
        }
        return info;
    }
}
