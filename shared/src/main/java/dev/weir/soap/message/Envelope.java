package dev.weir.soap.message;

import dev.weir.soap.xml.MalformedXmlException;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.ProcessingInstruction;

/**
 * The elements of a SOAP 1.1 envelope. {@link #of} expects each element in its place, and never searches for an element
 * by its id or name. So an element that an attacker has moved is not accepted.
 *
 * @param header null if the envelope has no header
 * @param payload the only child of the body
 */
public record Envelope(Document document, @Nullable Element header, Element body, Element payload) {
    /**
     * The pattern of an allowed id. White space and {@code #} are forbidden. Other software might ignore these
     * characters, and so treat two different ids as equal.
     */
    private static final Pattern ID = Pattern.compile("[^\\s#]+");

    /**
     * Finds the elements of an envelope.
     *
     * @throws MalformedXmlException if the document is not a SOAP envelope
     * @throws SoapRefusal if the SOAP version is not 1.1, an element is misplaced, or two elements have the same id
     */
    public static Envelope of(Document document) throws MalformedXmlException, SoapRefusal {
        Element root = document.getDocumentElement();
        if (!"Envelope".equals(root.getLocalName())) {
            throw new MalformedXmlException("the root is no envelope");
        }
        if (!Names.SOAP.equals(root.getNamespaceURI())) {
            throw new SoapRefusal(SoapFault.VERSION_MISMATCH, "an envelope of " + root.getNamespaceURI());
        }
        walk(document, root);
        List<Element> parts = XmlTree.children(root);
        Element header =
                !parts.isEmpty() && XmlTree.is(parts.getFirst(), Names.SOAP, "Header") ? parts.getFirst() : null;
        int before = header == null ? 0 : 1;
        if (parts.size() != before + 1 || !XmlTree.is(parts.get(before), Names.SOAP, "Body")) {
            throw SoapRefusal.structure("the envelope needs one body, after at most one header");
        }
        List<Element> payloads = XmlTree.children(parts.get(before));
        if (payloads.size() != 1) {
            throw SoapRefusal.structure("the body needs exactly one child");
        }
        return new Envelope(document, header, parts.get(before), payloads.getFirst());
    }

    /**
     * Returns whether the envelope has another header, beside the security header, that the server must understand
     * (SOAP 1.1, 4.2.3). The server does not understand any such header.
     */
    public boolean mustUnderstandMore() {
        return header != null
                && XmlTree.children(header).stream()
                        .filter(entry -> !XmlTree.is(entry, Names.WSSE, "Security"))
                        .anyMatch(entry ->
                                Set.of("1", "true").contains(entry.getAttributeNS(Names.SOAP, "mustUnderstand"))
                                        && isForUs(entry));
    }

    /**
     * Returns whether a header is for this receiver: its {@code actor} is missing, empty or "next" (SOAP 1.1, 4.2.2).
     */
    public static boolean isForUs(Element entry) {
        String actor = entry.getAttributeNS(Names.SOAP, "actor");
        return actor.isEmpty() || actor.equals("http://schemas.xmlsoap.org/soap/actor/next");
    }

    /** Refuses processing instructions (SOAP 1.1, 3). Refuses duplicate ids, because references would be ambiguous. */
    private static void walk(Document document, Element root) throws MalformedXmlException, SoapRefusal {
        if (!root.isSameNode(document.getFirstChild()) || root.getNextSibling() != null) {
            throw new MalformedXmlException("there is something beside the envelope");
        }
        Set<String> ids = new HashSet<>();
        Node node = root;
        while (node != null) {
            if (node instanceof Element element) {
                addIds(element, ids);
            } else if (node instanceof ProcessingInstruction) {
                throw new MalformedXmlException("a processing instruction");
            }
            node = next(node, root);
        }
    }

    private static void addIds(Element element, Set<String> ids) throws SoapRefusal {
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            Node attribute = attributes.item(i);
            if ("id".equalsIgnoreCase(attribute.getLocalName())
                    && !(ID.matcher(attribute.getNodeValue()).matches() && ids.add(attribute.getNodeValue()))) {
                throw new SoapRefusal(SoapFault.FAILED_CHECK, "two elements have the same id, or could");
            }
        }
    }

    /**
     * Returns the node that follows {@code node} in document order, or null at the end of the tree of {@code root}.
     * Does not recurse, so a deep tree cannot overflow the stack.
     */
    private static @Nullable Node next(Node node, Node root) {
        if (node.getFirstChild() != null) {
            return node.getFirstChild();
        }
        for (Node up = node; !up.isSameNode(root); up = up.getParentNode()) {
            if (up.getNextSibling() != null) {
                return up.getNextSibling();
            }
        }
        return null;
    }
}
