package dev.weir.soap.wssecurity;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Set;
import org.apache.wss4j.common.token.X509Security;
import org.apache.wss4j.dom.WSConstants;
import org.w3c.dom.Element;

/**
 * The algorithms that requests and responses may use. A message with another algorithm is refused before anything is
 * computed with that algorithm.
 *
 * <p>WSS4J's own check is not enough. It compares only the URI of the key transport algorithm, and RSA-OAEP has the
 * same URI with SHA-1 and with SHA-256.
 */
public final class Algorithms {
    private static final Set<String> SIGNATURES = Set.of(Names.RSA_SHA256, Names.ECDSA_SHA256);
    private static final int LEAST_RSA_BITS = 2048;
    /** The maximum length of an RSA key, in bits. Verification with a longer key would be slow. */
    private static final int MOST_RSA_BITS = 8192;

    private static final int LEAST_EC_BITS = 256;
    /** The maximum length of an RSA key's public exponent, in bits. A longer exponent would slow down verification. */
    private static final int MOST_EXPONENT_BITS = 64;

    private static final int MOST_REFERENCES = 30;
    /**
     * The maximum length of an encrypted value in Base64, including white space. Real values are much shorter, but may
     * contain much white space.
     */
    private static final int LONGEST_CIPHER = 16 * 1024;

    private Algorithms() {}

    /**
     * Checks that a {@code ds:Signature} uses only allowed algorithms and that its key is the one in {@code token}.
     * Also checks that the signature refers to the signed elements by their ids.
     */
    static void checkSignature(Element signature, Element token) throws SoapRefusal {
        List<Element> parts = XmlTree.children(signature);
        require(
                parts.size() == 3
                        && XmlTree.is(parts.get(0), Names.SIGNATURE, "SignedInfo")
                        && XmlTree.is(parts.get(1), Names.SIGNATURE, "SignatureValue")
                        && XmlTree.is(parts.get(2), Names.SIGNATURE, "KeyInfo"),
                "parts of the signature");
        checkSignedInfo(XmlTree.children(parts.get(0)));
        Element reference = XmlTree.onlyChild(tokenReference(parts.get(2)), Names.WSSE, "Reference");
        String tokenId = token.getAttributeNS(Names.WSU, "Id");
        require(
                reference != null
                        && X509Security.X509_V3_TYPE.equals(token.getAttributeNS(
                                null, "ValueType")) // one certificate; a path of several is refused
                        && !tokenId.isEmpty()
                        && reference.getAttributeNS(null, "URI").equals("#" + tokenId),
                "key of the signature");
    }

    private static void checkSignedInfo(List<Element> parts) throws SoapRefusal {
        require(
                parts.size() > 2
                        && isNamed(parts.get(0), Names.SIGNATURE, "CanonicalizationMethod", Names.EXCLUSIVE_C14N)
                        && hasPrefixesOnly(parts.get(0))
                        && XmlTree.is(parts.get(1), Names.SIGNATURE, "SignatureMethod")
                        && SIGNATURES.contains(algorithm(parts.get(1)))
                        && XmlTree.children(parts.get(1)).isEmpty(),
                "algorithm of the signature");
        List<Element> references = parts.subList(2, parts.size());
        if (references.size() > MOST_REFERENCES) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, "too many references");
        }
        for (Element reference : references) {
            checkReference(reference);
        }
    }

    private static void checkReference(Element reference) throws SoapRefusal {
        List<Element> parts = XmlTree.children(reference);
        if (!isId(reference.getAttributeNS(null, "URI"))) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, "a reference to elsewhere");
        }
        require(
                XmlTree.is(reference, Names.SIGNATURE, "Reference")
                        && parts.size() == 3
                        && XmlTree.is(parts.get(0), Names.SIGNATURE, "Transforms")
                        && isNamed(parts.get(1), Names.SIGNATURE, "DigestMethod", Names.SHA256)
                        && XmlTree.children(parts.get(1)).isEmpty()
                        && XmlTree.is(parts.get(2), Names.SIGNATURE, "DigestValue"),
                "a reference");
        List<Element> transforms = XmlTree.children(parts.get(0));
        for (Element transform : transforms) {
            require(
                    isNamed(transform, Names.SIGNATURE, "Transform", Names.EXCLUSIVE_C14N)
                            && hasPrefixesOnly(transform),
                    "a transform");
        }
        if (transforms.size() != 1) {
            throw new SoapRefusal(SoapFault.FAILED_CHECK, transforms.size() + " transforms");
        }
    }

    /** Checks that an encrypted key ({@code xenc:EncryptedKey}) uses only allowed algorithms. */
    static void checkEncryptedKey(Element key) throws SoapRefusal {
        List<Element> parts = XmlTree.children(key);
        require(
                parts.size() == 4
                        && isNamed(parts.get(0), Names.ENCRYPTION, "EncryptionMethod", Names.RSA_OAEP)
                        && isCipherValue(parts.get(2))
                        && XmlTree.is(parts.get(3), Names.ENCRYPTION, "ReferenceList"),
                "parts of the encrypted key");
        List<Element> parameters = XmlTree.children(parts.get(0));
        require(
                parameters.size() == 2
                        && parameters.stream()
                                .anyMatch(one -> isNamed(one, Names.SIGNATURE, "DigestMethod", Names.SHA256))
                        && parameters.stream()
                                .anyMatch(one -> isNamed(one, Names.ENCRYPTION11, "MGF", Names.MGF1_SHA256)),
                "parameters of RSA-OAEP");
        Element reference = tokenReference(parts.get(1));
        require(
                XmlTree.onlyChild(reference, Names.WSSE, "KeyIdentifier") != null
                        || XmlTree.onlyChild(reference, Names.SIGNATURE, "X509Data") != null,
                "key of the encrypted key");
    }

    /**
     * Checks that an {@code xenc:EncryptedData} uses only allowed algorithms. The element need not name its key,
     * because the {@code xenc:EncryptedKey} refers to the element.
     */
    static void checkEncryptedData(Element data) throws SoapRefusal {
        List<Element> parts = XmlTree.children(data);
        require(
                Names.CONTENT.equals(data.getAttributeNS(null, "Type"))
                        && (parts.size() == 2 || parts.size() == 3)
                        && isNamed(parts.getFirst(), Names.ENCRYPTION, "EncryptionMethod", Names.AES256_GCM)
                        && XmlTree.children(parts.getFirst()).isEmpty()
                        && (parts.size() == 2 || XmlTree.is(parts.get(1), Names.SIGNATURE, "KeyInfo"))
                        && isCipherValue(parts.getLast()),
                "encrypted data");
    }

    static void checkKey(PublicKey key) throws SoapRefusal {
        int bits = switch (key) {
            case RSAPublicKey rsa when rsa.getPublicExponent().bitLength() > MOST_EXPONENT_BITS -> 0;
            case RSAPublicKey rsa -> rsa.getModulus().bitLength();
            case ECPublicKey ec -> ec.getParams().getCurve().getField().getFieldSize();
            default -> 0;
        };
        boolean fits =
                key instanceof RSAPublicKey ? bits >= LEAST_RSA_BITS && bits <= MOST_RSA_BITS : bits >= LEAST_EC_BITS;
        require(fits, key.getAlgorithm() + " key of " + bits + " bits");
    }

    private static Element tokenReference(Element keyInfo) throws SoapRefusal {
        Element reference = XmlTree.is(keyInfo, Names.SIGNATURE, "KeyInfo")
                ? XmlTree.onlyChild(keyInfo, Names.WSSE, "SecurityTokenReference")
                : null;
        if (reference == null) {
            throw SoapRefusal.structure("a key without a reference to a token");
        }
        return reference;
    }

    private static boolean isCipherValue(Element data) {
        Element value = XmlTree.is(data, Names.ENCRYPTION, "CipherData")
                ? XmlTree.onlyChild(data, Names.ENCRYPTION, "CipherValue")
                : null;
        return value != null && value.getTextContent().length() <= LONGEST_CIPHER;
    }

    private static boolean isNamed(Element method, String namespace, String name, String algorithm) {
        return XmlTree.is(method, namespace, name) && algorithm.equals(algorithm(method));
    }

    private static String algorithm(Element method) {
        return method.getAttributeNS(null, "Algorithm");
    }

    private static boolean hasPrefixesOnly(Element method) {
        return XmlTree.children(method).isEmpty()
                || XmlTree.onlyChild(method, WSConstants.C14N_EXCL_OMIT_COMMENTS, "InclusiveNamespaces") != null;
    }

    private static boolean isId(String uri) {
        return uri.length() > 1 && uri.charAt(0) == '#' && uri.indexOf('(') < 0;
    }

    private static void require(boolean held, String what) throws SoapRefusal {
        if (!held) {
            throw SoapRefusal.structure(what + ": not as docs/soap.md allows");
        }
    }
}
