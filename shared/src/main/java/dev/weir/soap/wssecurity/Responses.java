package dev.weir.soap.wssecurity;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.time.Instant;
import java.util.List;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Creates signed SOAP responses. Thread-safe. */
public final class Responses {
    private final Signing signing;

    public Responses(Signing signing) {
        this.signing = signing;
    }

    /**
     * Returns a signed envelope, in UTF-8.
     *
     * @param payload the content of the body; this method builds the envelope in the payload's document
     * @param confirmed the signature of the request, which the response repeats
     */
    public byte[] answer(Element payload, byte[] confirmed, Instant now) {
        Document document = payload.getOwnerDocument();
        document.removeChild(payload);
        Element root = XmlTree.append(document, Names.SOAP, "soap:Envelope");
        XmlTree.append(root, Names.SOAP, "soap:Header");
        Element body = XmlTree.append(root, Names.SOAP, "soap:Body");
        body.appendChild(payload);
        try {
            WSSecHeader header = new WSSecHeader(document);
            header.insertSecurityHeader();
            Element timestamp = signing.stamp(header, now);
            Element confirmation = Signing.confirm(header, confirmed);
            signing.sign(header, List.of(body, timestamp, confirmation));
        } catch (WSSecurityException e) {
            throw new IllegalStateException(e); // cannot happen: the key and the algorithms are the server's own
        }
        return XmlTree.bytes(document);
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
}
