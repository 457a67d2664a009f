package dev.weir.soap;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.function.Consumer;
import javax.crypto.SecretKey;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.common.util.KeyUtils;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Builds a message, step by step, as an attacker would. The attacker may have a client's key. A test can omit or change
 * a step, and can change the tree between steps.
 */
final class Forgery {
    /** The value of {@code a} in a message. {@link #B} is the value of {@code b}, and {@link #SUM} is their sum. */
    static final int A = 1_000;

    static final int B = 337;
    static final int SUM = A + B;

    final Document document = XmlTree.empty();
    final Element envelope;
    final Element header;
    final Element security;
    Element body;
    byte[] value = new byte[0];
    byte[] secret = new byte[0];

    private final WSSecHeader inserted;

    private Forgery(String operation, String a, String b) throws WSSecurityException {
        envelope = XmlTree.append(document, Names.SOAP, "soap:Envelope");
        header = XmlTree.append(envelope, Names.SOAP, "soap:Header");
        body = body(envelope, operation, a, b);
        inserted = new WSSecHeader(document);
        inserted.insertSecurityHeader();
        security = inserted.getSecurityHeaderElement();
    }

    static Forgery of(String operation, String a, String b) throws WSSecurityException {
        return new Forgery(operation, a, b);
    }

    /** Returns a message that has a timestamp and an encrypted {@code a}, but no signature. */
    static Forgery ready(Instant now) throws Exception {
        return of("plusRequest", "" + A, "" + B).stamp(now).encrypt();
    }

    /** Returns a complete, valid message. */
    static Forgery whole(Instant now) throws Exception {
        return ready(now).sign("client");
    }

    static Element body(Element parent, String operation, String a, String b) {
        Element body = XmlTree.append(parent, Names.SOAP, "soap:Body");
        Element request = XmlTree.append(body, Names.CALC, "calc:" + operation);
        XmlTree.append(request, Names.CALC, "calc:a").setTextContent(a);
        XmlTree.append(request, Names.CALC, "calc:b").setTextContent(b);
        return body;
    }

    Forgery stamp(Instant now) {
        return stamp(now.toString(), now.plus(GatewayFixture.TIME_TO_LIVE).toString());
    }

    Forgery stamp(@Nullable String created, @Nullable String expires) {
        Element timestamp = XmlTree.append(security, Names.WSU, "wsu:Timestamp");
        if (created != null) {
            XmlTree.append(timestamp, Names.WSU, "wsu:Created").setTextContent(created);
        }
        if (expires != null) {
            XmlTree.append(timestamp, Names.WSU, "wsu:Expires").setTextContent(expires);
        }
        return this;
    }

    Forgery encrypt() throws Exception {
        return encrypt(a(), "Content", how -> {});
    }

    Forgery encrypt(Element element, String type, Consumer<WSSecEncrypt> how) throws WSSecurityException {
        WSSecEncrypt encryption = new WSSecEncrypt(inserted);
        encryption.setUseThisCert(TestKeys.get().certificate("server"));
        encryption.setKeyIdentifierType(WSConstants.THUMBPRINT_IDENTIFIER);
        encryption.setKeyEncAlgo(Names.RSA_OAEP);
        encryption.setDigestAlgorithm(Names.SHA256);
        encryption.setMGFAlgorithm(Names.MGF1_SHA256);
        encryption.setSymmetricEncAlgorithm(Names.AES256_GCM);
        how.accept(encryption);
        encryption.getParts().add(ForgedSignature.part(element, type));
        SecretKey key =
                KeyUtils.getKeyGenerator(encryption.getSymmetricEncAlgorithm()).generateKey();
        encryption.build(null, key);
        secret = key.getEncoded();
        return this;
    }

    Forgery sign(String who) throws WSSecurityException {
        return sign(who, how -> {}, true, body, timestamp());
    }

    Forgery sign(String who, Consumer<WSSecSignature> how, boolean alsoToken, Element... parts)
            throws WSSecurityException {
        value = ForgedSignature.sign(inserted, who, how, alsoToken, parts);
        return this;
    }

    Forgery signAgain(String who) throws GeneralSecurityException, XMLSecurityException {
        value = ForgedSignature.value(find(Names.SIGNATURE, "SignedInfo"), who);
        find(Names.SIGNATURE, "SignatureValue")
                .setTextContent(Base64.getEncoder().encodeToString(value));
        return this;
    }

    Element find(String namespace, String name) {
        if (document.getElementsByTagNameNS(namespace, name).item(0) instanceof Element element) {
            return element;
        }
        throw new IllegalStateException("no " + name);
    }

    Element a() {
        return child("a");
    }

    Element b() {
        return child("b");
    }

    Element payload() {
        return XmlTree.children(body).getFirst();
    }

    private Element child(String name) {
        return XmlTree.children(payload()).stream()
                .filter(child -> name.equals(child.getLocalName()))
                .findFirst()
                .orElseThrow();
    }

    Element timestamp() {
        return find(Names.WSU, "Timestamp");
    }

    Element token() {
        return find(Names.WSSE, "BinarySecurityToken");
    }

    Element signature() {
        return find(Names.SIGNATURE, "Signature");
    }

    Element key() {
        return find(Names.ENCRYPTION, "EncryptedKey");
    }

    Element data() {
        return find(Names.ENCRYPTION, "EncryptedData");
    }

    Sent sent() {
        return Sent.of(XmlTree.bytes(document), value);
    }
}
