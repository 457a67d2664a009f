package dev.weir.soap;

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
 * A SOAP 1.1 envelope, each of its parts found by where it stands, never by its name anywhere or by an id.
 *
 * @param payload the only child of the body
 */
record Envelope(Document document, @Nullable Element header, Element body, Element payload) {
    /** Nothing that somebody would trim or strip. */
    private static final Pattern ID = Pattern.compile("[^\\s#]+");

    /** @throws MalformedXmlException when it is no envelope at all */
    static Envelope of(Document document) throws MalformedXmlException, SoapRefusal {
        Element root = document.getDocumentElement();
        if (!"Envelope".equals(root.getLocalName())) {
            throw new MalformedXmlException("the root is no envelope");
        }
        if (!Names.SOAP.equals(root.getNamespaceURI())) {
            throw new SoapRefusal(SoapFault.VERSION_MISMATCH, "an envelope of " + root.getNamespaceURI());
        }
        walk(document, root);
        List<Element> parts = Xml.children(root);
        Element header = !parts.isEmpty() && Xml.is(parts.getFirst(), Names.SOAP, "Header") ? parts.getFirst() : null;
        int before = header == null ? 0 : 1;
        if (parts.size() != before + 1 || !Xml.is(parts.get(before), Names.SOAP, "Body")) {
            throw SoapRefusal.structure("the envelope has not one header and one body");
        }
        List<Element> payloads = Xml.children(parts.get(before));
        if (payloads.size() != 1) {
            throw SoapRefusal.structure("the body has not one child");
        }
        return new Envelope(document, header, parts.get(before), payloads.getFirst());
    }

    /** Whether a header other than security's must be understood by the last receiver: there is none that is. */
    boolean mustUnderstandMore() {
        return header != null
                && Xml.children(header).stream()
                        .filter(entry -> !Xml.is(entry, Names.WSSE, "Security"))
                        .anyMatch(entry ->
                                Set.of("1", "true").contains(entry.getAttributeNS(Names.SOAP, "mustUnderstand"))
                                        && isForUs(entry));
    }

    /** Whether a header has no other receiver than the last one, or the next. */
    static boolean isForUs(Element entry) {
        String actor = entry.getAttributeNS(Names.SOAP, "actor");
        return actor.isEmpty() || actor.equals("http://schemas.xmlsoap.org/soap/actor/next");
    }

    /**
     * A message has no processing instruction (SOAP 1.1, 3), and a reference that can mean two elements is no reference.
     */
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

    /** In document order, without recursion. */
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
