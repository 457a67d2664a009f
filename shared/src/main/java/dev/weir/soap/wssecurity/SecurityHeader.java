package dev.weir.soap.wssecurity;

import dev.weir.soap.message.Envelope;
import dev.weir.soap.message.SoapRefusal;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * The {@code wsse:Security} header of a SOAP message. A message must have exactly one such header for this receiver.
 * The header must have exactly four children: token, signature, timestamp and {@code last}.
 *
 * @param element the header itself
 * @param token the {@code BinarySecurityToken}, which contains the signer's certificate
 * @param last the {@code EncryptedKey} of a request, or the {@code SignatureConfirmation} of a response
 */
public record SecurityHeader(Element element, Element token, Element signature, Element timestamp, Element last) {
    private static final String TOKEN = "{" + Names.WSSE + "}BinarySecurityToken";
    private static final String SIGNATURE = "{" + Names.SIGNATURE + "}Signature";
    private static final String TIMESTAMP = "{" + Names.WSU + "}Timestamp";
    private static final String ENCRYPTED_KEY = "{" + Names.ENCRYPTION + "}EncryptedKey";
    private static final String CONFIRMATION = "{" + Names.WSSE11 + "}SignatureConfirmation";

    /** The maximum number of elements in a security header. The largest valid header has about half as many. */
    private static final int MOST_ELEMENTS = 400;
    /** The maximum number of characters of a text or attribute. The certificate of the longest allowed key fits. */
    private static final int LONGEST_TEXT = 8 * 1024;

    public static SecurityHeader ofRequest(Envelope envelope) throws SoapRefusal {
        SecurityHeader header = of(envelope, ENCRYPTED_KEY);
        List<Element> order = XmlTree.children(header.element);
        if (order.indexOf(header.signature) > order.indexOf(header.last)) {
            throw SoapRefusal.structure("the encrypted key stands before the signature");
        }
        return header;
    }

    public static SecurityHeader ofResponse(Envelope envelope) throws SoapRefusal {
        return of(envelope, CONFIRMATION);
    }

    private static SecurityHeader of(Envelope envelope, String last) throws SoapRefusal {
        Element security = find(envelope);
        requireBounded(security, 0);
        Map<String, Element> parts = new HashMap<>();
        for (Element child : XmlTree.children(security)) {
            if (parts.put("{" + child.getNamespaceURI() + "}" + child.getLocalName(), child) != null) {
                throw SoapRefusal.structure("two of " + child.getLocalName());
            }
        }
        Set<String> wanted = Set.of(TOKEN, SIGNATURE, TIMESTAMP, last);
        if (!parts.keySet().equals(wanted)) {
            throw SoapRefusal.structure("the header has " + parts.keySet());
        }
        return new SecurityHeader(
                security, part(parts, TOKEN), part(parts, SIGNATURE), part(parts, TIMESTAMP), part(parts, last));
    }

    /**
     * Counts {@code element} and its descendants. Refuses too many elements and texts that are too long. The XML parser
     * limits the depth of the recursion.
     *
     * @param before the number of elements counted before {@code element}
     * @return {@code before} plus the number of elements counted here
     */
    private static int requireBounded(Element element, int before) throws SoapRefusal {
        int elements = before + 1;
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            requireShort(attributes.item(i));
        }
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element inner) {
                elements = requireBounded(inner, elements);
            } else {
                requireShort(child);
            }
        }
        if (elements > MOST_ELEMENTS) {
            throw SoapRefusal.structure("too many elements in the header");
        }
        return elements;
    }

    private static void requireShort(Node text) throws SoapRefusal {
        if (text.getNodeValue().length() > LONGEST_TEXT) {
            throw SoapRefusal.structure("too long a text in the header");
        }
    }

    private static Element part(Map<String, Element> parts, String name) {
        return Objects.requireNonNull(parts.get(name));
    }

    private static Element find(Envelope envelope) throws SoapRefusal {
        List<Element> found = new ArrayList<>();
        if (envelope.header() != null) {
            for (Element entry : XmlTree.children(envelope.header())) {
                if (XmlTree.is(entry, Names.WSSE, "Security") && Envelope.isForUs(entry)) {
                    found.add(entry);
                }
            }
        }
        if (found.size() != 1) {
            throw SoapRefusal.structure(found.size() + " security headers");
        }
        return found.getFirst();
    }
}
