package dev.weir.soap.wssecurity;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import javax.xml.XMLConstants;
import org.apache.wss4j.common.WSS4JConstants;
import org.apache.wss4j.common.token.X509Security;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Creates signed SOAP responses. Thread-safe.
 *
 * <p>Writes each signed element as text in its canonical form (exclusive C14N), and digests this text. In this form, an
 * element declares the namespaces that it uses, has its attributes in canonical order, and has an end tag even if it is
 * empty. WSS4J was rejected, because it first builds a tree of the whole response, and then canonicalizes each element.
 */
public final class Responses {
    private static final String TOKEN = named("""
            <wsse:BinarySecurityToken xmlns:wsse="{WSSE}" xmlns:wsu="{WSU}" EncodingType="{BASE64}"\
             ValueType="{X509}" wsu:Id="token">%s</wsse:BinarySecurityToken>""");

    private static final String TIMESTAMP = named("""
            <wsu:Timestamp xmlns:wsu="{WSU}" wsu:Id="timestamp"><wsu:Created>%s</wsu:Created>\
            <wsu:Expires>%s</wsu:Expires></wsu:Timestamp>""");

    private static final String CONFIRMATION = named("""
            <wsse11:SignatureConfirmation xmlns:wsse11="{WSSE11}" xmlns:wsu="{WSU}" Value="%s"\
             wsu:Id="confirmation"></wsse11:SignatureConfirmation>""");

    private static final String SIGNED_INFO = named("""
            <ds:SignedInfo xmlns:ds="{DS}"><ds:CanonicalizationMethod Algorithm="{C14N}"></ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="%s"></ds:SignatureMethod>%s%s%s%s</ds:SignedInfo>""");

    private static final String REFERENCE = named("""
            <ds:Reference URI="#%s">\
            <ds:Transforms><ds:Transform Algorithm="{C14N}"></ds:Transform></ds:Transforms>\
            <ds:DigestMethod Algorithm="{SHA256}"></ds:DigestMethod><ds:DigestValue>%s</ds:DigestValue>\
            </ds:Reference>""");

    private static final String ENVELOPE = named("""
            <soap:Envelope xmlns:soap="{SOAP}"><soap:Header>\
            <wsse:Security xmlns:wsse="{WSSE}" soap:mustUnderstand="1">%s\
            <ds:Signature xmlns:ds="{DS}">%s<ds:SignatureValue>%s</ds:SignatureValue>\
            <ds:KeyInfo><wsse:SecurityTokenReference>\
            <wsse:Reference URI="#token" ValueType="{X509}"></wsse:Reference>\
            </wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature>%s%s\
            </wsse:Security></soap:Header>%s</soap:Envelope>""");

    private final Identity signer;
    private final Duration timeToLive;
    /** The {@code BinarySecurityToken} element with the signer's certificate, which is the same in all responses. */
    private final String token;

    private final String tokenReference;

    /** @param timeToLive how long a response is valid */
    public Responses(Identity signer, Duration timeToLive) {
        this.signer = signer;
        this.timeToLive = timeToLive;
        this.token = TOKEN.formatted(base64(signer.encodedCertificate()));
        this.tokenReference = reference("token", token);
    }

    private static String named(String template) {
        return template.replace("{SOAP}", Names.SOAP)
                .replace("{WSSE}", Names.WSSE)
                .replace("{WSSE11}", Names.WSSE11)
                .replace("{WSU}", Names.WSU)
                .replace("{DS}", Names.SIGNATURE)
                .replace("{C14N}", Names.EXCLUSIVE_C14N)
                .replace("{SHA256}", Names.SHA256)
                .replace("{BASE64}", WSS4JConstants.BASE64_ENCODING)
                .replace("{X509}", X509Security.X509_V3_TYPE);
    }

    /**
     * Returns a signed envelope, in UTF-8.
     *
     * @param payload the content of the body; this method moves it to another document
     * @param confirmed the signature of the request, which the response must repeat
     */
    public byte[] answer(Element payload, byte[] confirmed, Instant now) {
        Instant created = now.truncatedTo(ChronoUnit.MILLIS);
        String timestamp = TIMESTAMP.formatted(created, created.plus(timeToLive));
        String confirmation = CONFIRMATION.formatted(base64(confirmed));
        String body = body(payload);
        String signedInfo = SIGNED_INFO.formatted(
                signer.signatureMethod(),
                tokenReference,
                reference("timestamp", timestamp),
                reference("confirmation", confirmation),
                reference("body", body));
        return utf8(ENVELOPE.formatted(token, signedInfo, signature(signedInfo), timestamp, confirmation, body));
    }

    public byte[] fault(SoapFault fault, byte[] confirmed, Instant now) {
        Element element = XmlTree.append(XmlTree.empty(), Names.SOAP, "soap:Fault");
        element.appendChild(text(element.getOwnerDocument(), "faultcode", "soap:" + fault.code()));
        element.appendChild(text(element.getOwnerDocument(), "faultstring", fault.text()));
        return answer(element, confirmed, now);
    }

    private static Element text(Document document, String name, String text) {
        Element element = document.createElementNS(null, name);
        element.setTextContent(text);
        return element;
    }

    private static String body(Element payload) {
        Document document = XmlTree.empty();
        Element body = XmlTree.append(document, Names.SOAP, "soap:Body");
        body.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:wsu", Names.WSU);
        body.setAttributeNS(Names.WSU, "wsu:Id", "body");
        body.appendChild(document.adoptNode(payload));
        return new String(XmlTree.canonical(body, Names.EXCLUSIVE_C14N), StandardCharsets.UTF_8);
    }

    /** Returns a {@code ds:Reference} to the element with this {@code wsu:Id} and this canonical form. */
    private static String reference(String id, String canonical) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(utf8(canonical));
            return REFERENCE.formatted(id, base64(digest));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has SHA-256
        }
    }

    private String signature(String canonical) {
        try {
            return base64(signer.sign(utf8(canonical)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // cannot happen: the key and the algorithms are the server's own
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
