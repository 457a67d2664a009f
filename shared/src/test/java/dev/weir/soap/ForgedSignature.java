package dev.weir.soap;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.w3c.dom.Element;

/** Signs a {@link Forgery}, a message of an attacker, with any key and any algorithms. */
final class ForgedSignature {
    private ForgedSignature() {}

    static byte[] sign(
            WSSecHeader header, String who, Consumer<WSSecSignature> how, boolean alsoToken, Element... parts)
            throws WSSecurityException {
        WSSecSignature signature = new WSSecSignature(header);
        signature.setUserInfo(who, "");
        signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
        signature.setSigCanonicalization(Names.EXCLUSIVE_C14N);
        signature.setDigestAlgo(Names.SHA256);
        signature.setSignatureAlgorithm(isElliptic(who) ? Names.ECDSA_SHA256 : Names.RSA_SHA256);
        how.accept(signature);
        signature.prepare(Signers.crypto(who));
        signature.prependBSTElementToHeader();
        Element token = signature.getBinarySecurityTokenElement();
        List<WSEncryptionPart> signed = new ArrayList<>();
        for (Element part : parts) {
            signed.add(part(part, "Content"));
        }
        if (alsoToken) {
            signed.add(part(token, "Content"));
        }
        signature.computeSignature(signature.addReferencesToSign(signed), true, (Element) token.getNextSibling());
        return signature.getSignatureValue();
    }

    static byte[] value(Element info, String who) throws GeneralSecurityException, XMLSecurityException {
        Signature signer = Signature.getInstance(isElliptic(who) ? "SHA256withECDSAinP1363Format" : "SHA256withRSA");
        signer.initSign(TestKeys.get().key(who));
        signer.update(canonical(info));
        return signer.sign();
    }

    private static byte[] canonical(Element info) throws XMLSecurityException {
        Element method = XmlTree.children(info).getFirst();
        Element inclusive = XmlTree.onlyChild(method, Names.EXCLUSIVE_C14N, "InclusiveNamespaces");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Canonicalizer.getInstance(Names.EXCLUSIVE_C14N)
                .canonicalizeSubtree(info, inclusive == null ? "" : inclusive.getAttribute("PrefixList"), bytes);
        return bytes.toByteArray();
    }

    private static boolean isElliptic(String who) {
        return TestKeys.get().certificate(who).getPublicKey() instanceof ECPublicKey;
    }

    static WSEncryptionPart part(Element element, String type) {
        WSEncryptionPart part = new WSEncryptionPart(element.getLocalName(), element.getNamespaceURI(), type);
        part.setElement(element);
        return part;
    }
}
