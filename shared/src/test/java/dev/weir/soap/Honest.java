package dev.weir.soap;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import org.apache.wss4j.dom.WSConstants;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * A valid message, written in one of the ways in which other SOAP libraries write it.
 *
 * @param prefix the prefix of the SOAP namespace. The prefix of the request's namespace is this text with a 1 appended
 * @param spaced whether there is white space between elements
 * @param order the index, from 0, of the timestamp in the security header. The other elements are always in this order:
 *     token, signature, key
 * @param header the kind of additional header
 * @param key WSS4J's number for the way in which the message identifies the server's certificate
 */
record Honest(String signer, String prefix, boolean spaced, int order, Header header, int key) {
    enum Header {
        NONE,
        UNKNOWN,
        NOT_TO_BE_UNDERSTOOD,
        FOR_ANOTHER
    }

    static List<Honest> all() {
        List<Honest> all = new ArrayList<>();
        for (int key : new int[] {
            WSConstants.THUMBPRINT_IDENTIFIER,
            WSConstants.SKI_KEY_IDENTIFIER,
            WSConstants.X509_KEY_IDENTIFIER,
            WSConstants.ISSUER_SERIAL
        }) {
            for (Header header : Header.values()) {
                for (int order = 0; order < 4; order++) {
                    for (String prefix : List.of("soap", "S", "SOAP-ENV")) {
                        boolean even = (order + prefix.length()) % 2 == 0;
                        all.add(new Honest("client", prefix, even, order, header, key));
                        all.add(new Honest("client-ec", prefix, !even, order, header, key));
                    }
                }
            }
        }
        return all;
    }

    Sent message(Instant now) throws Exception {
        Forgery message = Forgery.of("plusRequest", "" + Forgery.A, "" + Forgery.B);
        Document document = message.document;
        message.envelope.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:" + prefix, Names.SOAP);
        for (Element element : List.of(message.envelope, message.header, message.body)) {
            document.renameNode(element, Names.SOAP, prefix + ":" + element.getLocalName());
        }
        message.body.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:" + prefix + "1", Names.CALC);
        for (Element element : List.of(message.payload(), message.a(), message.b())) {
            document.renameNode(element, Names.CALC, prefix + "1:" + element.getLocalName());
        }
        message.stamp(now).encrypt(message.a(), "Content", how -> how.setKeyIdentifierType(key));
        if (spaced) {
            List.of(message.timestamp(), message.payload(), message.body).forEach(Honest::space);
        }
        message.sign(signer);
        add(message);
        Node place = XmlTree.children(message.security).get(order);
        message.security.insertBefore(message.timestamp(), order == 3 ? null : place);
        if (spaced) {
            List.of(message.security, message.header, message.envelope).forEach(Honest::space);
        }
        return message.sent();
    }

    private void add(Forgery message) {
        if (header != Header.NONE) {
            Element other = CoverageAttacks.wrapper(message.header);
            if (header == Header.NOT_TO_BE_UNDERSTOOD) {
                other.setAttributeNS(Names.SOAP, "soap:mustUnderstand", "0");
            } else if (header == Header.FOR_ANOTHER) {
                other.setAttributeNS(Names.SOAP, "soap:actor", "http://example.org/other");
                other.setAttributeNS(Names.SOAP, "soap:mustUnderstand", "1");
            }
        }
    }

    private static void space(Element parent) {
        for (Element child : XmlTree.children(parent)) {
            parent.insertBefore(child.getOwnerDocument().createTextNode("\n    "), child);
        }
        parent.appendChild(parent.getOwnerDocument().createTextNode("\n"));
    }
}
