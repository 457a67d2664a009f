package dev.weir.soap.wssecurity;

import dev.weir.soap.xml.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.common.util.WSTimeSource;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.w3c.dom.Element;

/** Signs elements of SOAP requests, as WS-Security specifies. Thread-safe. {@link Responses} signs the responses. */
public final class Signing {
    private final Identity signer;
    private final int secondsToLive;

    public Signing(Identity signer, Duration timeToLive) {
        this.signer = signer;
        this.secondsToLive = Math.toIntExact(timeToLive.toSeconds());
    }

    public Element stamp(WSSecHeader header, Instant now) {
        WSSecTimestamp timestamp = new WSSecTimestamp(header);
        timestamp.setTimeToLive(secondsToLive);
        timestamp.setWsTimeSource(new Fixed(now));
        timestamp.build();
        return timestamp.getElement();
    }

    /**
     * Signs {@code parts} and the signer's certificate. Puts the certificate and the signature in front of the header's
     * other elements.
     *
     * @return the bytes of the signature
     */
    public byte[] sign(WSSecHeader header, List<Element> parts) throws WSSecurityException {
        WSSecSignature signature = new WSSecSignature(header);
        signature.setUserInfo(signer.alias(), "");
        signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
        signature.setSigCanonicalization(Names.EXCLUSIVE_C14N);
        signature.setDigestAlgo(Names.SHA256);
        signature.setSignatureAlgorithm(signer.signatureMethod());
        signature.setSignatureProvider(signer.cryptography().signing());
        signature.prepare(signer.crypto());
        signature.prependBSTElementToHeader();
        List<WSEncryptionPart> signed = new ArrayList<>();
        parts.forEach(part -> signed.add(part(part)));
        signed.add(part(signature.getBinarySecurityTokenElement()));
        Element token = signature.getBinarySecurityTokenElement();
        signature.computeSignature(signature.addReferencesToSign(signed), true, (Element) token.getNextSibling());
        return signature.getSignatureValue();
    }

    private static WSEncryptionPart part(Element element) {
        WSEncryptionPart part = new WSEncryptionPart(element.getLocalName(), element.getNamespaceURI(), "");
        part.setElement(element);
        return part;
    }

    private record Fixed(Instant now) implements WSTimeSource {}
}
