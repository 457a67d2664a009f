package dev.weir.soap.wssecurity;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateEncodingException;
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
 * <p>Writes each signed element in its canonical form (exclusive C14N), and digests this text. So an element declares
 * the namespaces that it uses, has its attributes in canonical order, and has an end tag even if it is empty. WSS4J was
 * rejected, because it builds a tree of the whole response first, and then canonicalizes each element.
 */
public final class Responses {
    private static final String WSU = " xmlns:wsu=\"" + Names.WSU + "\"";
    private static final String WSSE = " xmlns:wsse=\"" + Names.WSSE + "\"";
    private static final String DS = " xmlns:ds=\"" + Names.SIGNATURE + "\"";

    private static final String KEY_INFO = "<ds:KeyInfo><wsse:SecurityTokenReference><wsse:Reference URI=\"#token\""
            + " ValueType=\"" + X509Security.X509_V3_TYPE + "\"></wsse:Reference></wsse:SecurityTokenReference>"
            + "</ds:KeyInfo>";
    private static final String REFERENCE = "\"><ds:Transforms><ds:Transform Algorithm=\"" + Names.EXCLUSIVE_C14N
            + "\"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm=\"" + Names.SHA256
            + "\"></ds:DigestMethod><ds:DigestValue>";

    private final Identity signer;
    private final Duration timeToLive;
    /** The {@code BinarySecurityToken}, which is the same in all responses. */
    private final String token;
    /** The beginning of all {@code SignedInfo} elements, up to and including the reference to the token. */
    private final String signedInfo;

    /** @param timeToLive how long a response is valid */
    public Responses(Identity signer, Duration timeToLive) {
        this.signer = signer;
        this.timeToLive = timeToLive;
        this.token = token(signer);
        this.signedInfo = "<ds:SignedInfo" + DS + "><ds:CanonicalizationMethod Algorithm=\"" + Names.EXCLUSIVE_C14N
                + "\"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm=\"" + signer.signatureMethod()
                + "\"></ds:SignatureMethod>" + reference("token", token);
    }

    /**
     * Returns a signed envelope, in UTF-8.
     *
     * @param payload the content of the body; this method moves it to another document
     * @param confirmed the signature of the request, which the response repeats
     */
    public byte[] answer(Element payload, byte[] confirmed, Instant now) {
        String body = body(payload);
        String timestamp = timestamp(now.truncatedTo(ChronoUnit.MILLIS));
        String confirmation = "<wsse11:SignatureConfirmation xmlns:wsse11=\"" + Names.WSSE11 + "\"" + WSU + " Value=\""
                + base64(confirmed) + "\" wsu:Id=\"confirmation\"></wsse11:SignatureConfirmation>";
        String signed = signedInfo
                + reference("timestamp", timestamp)
                + reference("confirmation", confirmation)
                + reference("body", body)
                + "</ds:SignedInfo>";
        String envelope = "<soap:Envelope xmlns:soap=\"" + Names.SOAP + "\"><soap:Header><wsse:Security" + WSSE
                + " soap:mustUnderstand=\"1\">" + token
                + "<ds:Signature" + DS + ">" + signed
                + "<ds:SignatureValue>" + signature(signed) + "</ds:SignatureValue>" + KEY_INFO + "</ds:Signature>"
                + timestamp + confirmation + "</wsse:Security></soap:Header>" + body + "</soap:Envelope>";
        return envelope.getBytes(StandardCharsets.UTF_8);
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

    private static String token(Identity signer) {
        try {
            return "<wsse:BinarySecurityToken" + WSSE + WSU + " EncodingType=\"" + WSS4JConstants.BASE64_ENCODING
                    + "\" ValueType=\"" + X509Security.X509_V3_TYPE + "\" wsu:Id=\"token\">"
                    + base64(signer.certificate().getEncoded()) + "</wsse:BinarySecurityToken>";
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e); // cannot happen: the certificate was read from its encoded form
        }
    }

    private String timestamp(Instant now) {
        return "<wsu:Timestamp" + WSU + " wsu:Id=\"timestamp\"><wsu:Created>" + now + "</wsu:Created><wsu:Expires>"
                + now.plus(timeToLive) + "</wsu:Expires></wsu:Timestamp>";
    }

    /** @param canonical the canonical form of the element whose {@code wsu:Id} is {@code id} */
    private static String reference(String id, String canonical) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return "<ds:Reference URI=\"#" + id + REFERENCE + base64(digest) + "</ds:DigestValue></ds:Reference>";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has SHA-256
        }
    }

    private String signature(String canonical) {
        try {
            return base64(signer.sign(canonical.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // cannot happen: the key and the algorithms are the server's own
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
