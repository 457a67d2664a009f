package dev.weir.soap.xml;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.apache.xml.security.utils.UnsyncByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Builds, reads and writes DOM trees. All methods are thread-safe, but only one thread at a time may use a tree. */
public final class XmlTree {
    private static final ThreadLocal<DocumentBuilder> BUILDERS = ThreadLocal.withInitial(XmlParser::builder);

    private static final ThreadLocal<Transformer> WRITERS = ThreadLocal.withInitial(XmlTree::writer);

    private XmlTree() {}

    public static Document empty() {
        return BUILDERS.get().newDocument();
    }

    /**
     * Returns the document as XML in UTF-8. Adds namespace declarations, because WSS4J creates elements without them.
     */
    public static byte[] bytes(Document document) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            WRITERS.get().transform(new DOMSource(document), new StreamResult(bytes));
            return bytes.toByteArray();
        } catch (TransformerException e) {
            throw new IllegalStateException(e); // cannot happen: the target is in memory
        }
    }

    /**
     * Returns {@code top} and its descendants in canonical form.
     *
     * @param algorithm the URI of the canonicalization algorithm
     */
    public static byte[] canonical(Node top, String algorithm) {
        try {
            UnsyncByteArrayOutputStream bytes = new UnsyncByteArrayOutputStream();
            Canonicalizer.getInstance(algorithm).canonicalizeSubtree(top, bytes);
            return bytes.toByteArray();
        } catch (XMLSecurityException e) {
            throw new IllegalStateException(e); // cannot happen: the target is in memory
        }
    }

    /**
     * Appends a new element and returns it. Its {@code name} must have a prefix, such as {@code soap:Body}. If the
     * prefix is not declared yet, adds its declaration.
     */
    public static Element append(Node parent, String namespace, String name) {
        Document document = parent instanceof Document itself ? itself : parent.getOwnerDocument();
        Element element = document.createElementNS(namespace, name);
        String prefix = name.substring(0, name.indexOf(':'));
        if (!namespace.equals(parent.lookupNamespaceURI(prefix))) {
            element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:" + prefix, namespace);
        }
        parent.appendChild(element);
        return element;
    }

    public static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    public static boolean is(Element element, String namespace, String name) {
        return namespace.equals(element.getNamespaceURI()) && name.equals(element.getLocalName());
    }

    /** Returns the child element of {@code parent} if there is exactly one and it has this name; otherwise null. */
    public static @Nullable Element onlyChild(Element parent, String namespace, String name) {
        List<Element> children = children(parent);
        return children.size() == 1 && is(children.getFirst(), namespace, name) ? children.getFirst() : null;
    }

    private static Transformer writer() {
        try {
            Transformer writer = TransformerFactory.newDefaultInstance().newTransformer();
            writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            writer.setOutputProperty(OutputKeys.ENCODING, StandardCharsets.UTF_8.name());
            return writer;
        } catch (TransformerException e) {
            throw new IllegalStateException(e);
        }
    }
}
