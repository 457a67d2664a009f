package dev.weir.soap;

import dev.weir.soap.message.Envelope;
import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapFaultException;
import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.wssecurity.Freshness;
import dev.weir.soap.wssecurity.Identity;
import dev.weir.soap.wssecurity.SecurityHeader;
import dev.weir.soap.wssecurity.Signing;
import dev.weir.soap.wssecurity.Trust;
import dev.weir.soap.wssecurity.Verifier;
import dev.weir.soap.xml.MalformedXmlException;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlParser;
import dev.weir.soap.xml.XmlTree;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Signs a client's SOAP requests and checks the responses. Does not send or receive them. Thread-safe.
 *
 * <p>A response is accepted only if a trusted server has signed the response's body, timestamp and
 * {@code SignatureConfirmation}. This last element must contain the signature of the request (WSS 1.1, 8.5).
 */
public final class SoapCall {
    /** The alias of the server's certificate in the client's trust store. */
    static final String SERVER = "server";

    /**
     * A signed request, ready to send.
     *
     * @param envelope the bytes to send, in UTF-8
     * @param signature the bytes of the request's signature; the response must repeat them
     */
    @SuppressWarnings("ArrayRecordComponent") // requests are never compared, and the arrays are never changed
    public record Request(byte[] envelope, byte[] signature) {}

    private final X509Certificate recipient;
    private final Signing signing;
    private final Verifier verifier;
    private final Freshness freshness;

    /**
     * @param self the client's private key
     * @param servers the certificates of trusted servers. The certificate with the alias {@link #SERVER} encrypts
     *     requests
     * @param timeToLive the longest time for which a request or response is valid
     */
    public SoapCall(Identity self, Trust servers, Duration timeToLive) {
        this.recipient = servers.certificate(SERVER);
        this.signing = new Signing(self, timeToLive);
        this.verifier = new Verifier(() -> servers, self.cryptography());
        // No replay cache is needed, because a replayed response confirms another request.
        this.freshness = new Freshness(timeToLive, Instant.EPOCH);
    }

    /** Creates a signed request to add {@code a} and {@code b}. Only {@code a} is encrypted. */
    public Request plus(int a, int b, Instant now) {
        Document document = XmlTree.empty();
        Element root = XmlTree.append(document, Names.SOAP, "soap:Envelope");
        XmlTree.append(root, Names.SOAP, "soap:Header");
        Element body = XmlTree.append(root, Names.SOAP, "soap:Body");
        Element request = XmlTree.append(body, Names.CALC, "calc:plusRequest");
        Element secret = XmlTree.append(request, Names.CALC, "calc:a");
        secret.setTextContent(Integer.toString(a));
        XmlTree.append(request, Names.CALC, "calc:b").setTextContent(Integer.toString(b));
        try {
            WSSecHeader header = new WSSecHeader(document);
            header.insertSecurityHeader();
            Element timestamp = signing.stamp(header, now);
            encrypt(header, secret);
            byte[] signature = signing.sign(header, List.of(body, timestamp));
            return new Request(XmlTree.bytes(document), signature);
        } catch (WSSecurityException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // cannot happen: the keys and the algorithms are the caller's own
        }
    }

    private void encrypt(WSSecHeader header, Element element) throws WSSecurityException, NoSuchAlgorithmException {
        WSSecEncrypt encryption = new WSSecEncrypt(header);
        encryption.setUseThisCert(recipient);
        encryption.setKeyIdentifierType(WSConstants.THUMBPRINT_IDENTIFIER);
        encryption.setKeyEncAlgo(Names.RSA_OAEP);
        encryption.setDigestAlgorithm(Names.SHA256);
        encryption.setMGFAlgorithm(Names.MGF1_SHA256);
        encryption.setSymmetricEncAlgorithm(Names.AES256_GCM);
        WSEncryptionPart part = new WSEncryptionPart(element.getLocalName(), element.getNamespaceURI(), "Content");
        part.setElement(element);
        encryption.getParts().add(part);
        KeyGenerator keys = KeyGenerator.getInstance("AES");
        keys.init(256);
        SecretKey key = keys.generateKey();
        encryption.build(null, key);
    }

    /**
     * Checks a response and returns the sum that it contains.
     *
     * @throws SoapFaultException if the response is a fault, which may be unsigned
     * @throws RefusedResponseException if the response is not the server's signed answer to this request
     */
    public long result(Request request, byte[] response, Instant now)
            throws SoapFaultException, RefusedResponseException {
        try {
            Envelope envelope = Envelope.of(XmlParser.parse(response));
            if (isFault(envelope)
                    && (envelope.header() == null
                            || XmlTree.children(envelope.header()).isEmpty())) {
                throw fault(envelope, false);
            }
            verify(request, envelope, now);
            if (isFault(envelope)) {
                throw fault(envelope, true);
            }
            Element result = XmlTree.is(envelope.payload(), Names.CALC, "plusResponse")
                    ? XmlTree.onlyChild(envelope.payload(), Names.CALC, "result")
                    : null;
            if (result == null) {
                throw new RefusedResponseException("the response has no result");
            }
            return Long.parseLong(result.getTextContent());
        } catch (MalformedXmlException | SoapRefusal | NumberFormatException e) {
            throw new RefusedResponseException(e);
        }
    }

    private void verify(Request request, Envelope envelope, Instant now) throws SoapRefusal {
        SecurityHeader header = SecurityHeader.ofResponse(envelope);
        verifier.verify(header, List.of(envelope.body(), header.timestamp(), header.last()), now);
        freshness.check(header.timestamp(), now);
        byte[] confirmed = decoded(header.last().getAttributeNS(null, "Value"));
        if (!MessageDigest.isEqual(confirmed, request.signature())) {
            throw SoapRefusal.structure("the response confirms another request");
        }
    }

    private static byte[] decoded(String base64) throws SoapRefusal {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new SoapRefusal(SoapFault.INVALID_SECURITY, e);
        }
    }

    private static boolean isFault(Envelope envelope) {
        return XmlTree.is(envelope.payload(), Names.SOAP, "Fault");
    }

    private static SoapFaultException fault(Envelope envelope, boolean signed) {
        List<Element> parts = XmlTree.children(envelope.payload());
        String code = parts.isEmpty() ? "" : parts.getFirst().getTextContent();
        String text = parts.size() < 2 ? "" : parts.get(1).getTextContent();
        return new SoapFaultException(code, text, signed);
    }
}
