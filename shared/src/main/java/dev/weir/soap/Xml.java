package dev.weir.soap;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Parses bytes to a tree within limits, and writes a tree to bytes. Thread-safe.
 *
 * <p>Document type declarations are refused, so there are no entities. Comments are dropped and adjacent text is
 * joined, so that a comment cannot cut a value in two. The parser is the JDK's own, whatever else is on the class path.
 * Each message gets a new parser, because a parser never forgets a name and would collect the names of all messages.
 */
final class Xml {
    private static final int MOST_DEPTH = 100;
    private static final int MOST_ATTRIBUTES = 200;
    private static final int LONGEST_NAME = 1_000;
    /**
     * The most namespace declarations. The parser searches all of them for every attribute. A usual message has some
     * dozens.
     */
    private static final int MOST_DECLARATIONS = 300;
    /** The most elements, attributes and references. Each costs as much as hundreds of bytes of text. */
    private static final int MOST_MARKUP = 10_000;

    private static final byte[] DECLARATION = "xmlns".getBytes(StandardCharsets.US_ASCII);

    /** One per thread, because a factory is not thread-safe. Only the few threads of {@link SoapPool} come here. */
    private static final ThreadLocal<DocumentBuilderFactory> PARSERS = ThreadLocal.withInitial(Xml::factory);

    /** Make empty documents; do not parse. */
    private static final ThreadLocal<DocumentBuilder> BUILDERS = ThreadLocal.withInitial(Xml::builder);

    private static final ThreadLocal<Transformer> WRITERS = ThreadLocal.withInitial(Xml::writer);

    private Xml() {}

    static Document parse(byte[] bytes) throws MalformedXmlException {
        requireBounded(bytes);
        Document document;
        try {
            InputSource source = new InputSource(new ByteArrayInputStream(bytes));
            source.setEncoding(StandardCharsets.UTF_8.name());
            document = builder().parse(source);
        } catch (SAXException | IOException e) {
            throw new MalformedXmlException(e);
        }
        String encoding = document.getXmlEncoding();
        if (!"1.0".equals(document.getXmlVersion()) || (encoding != null && !encoding.equalsIgnoreCase("UTF-8"))) {
            throw new MalformedXmlException("not XML 1.0 in UTF-8");
        }
        return document;
    }

    /** Refuses markup that would take a parser too long for its size, before a parser sees it. */
    private static void requireBounded(byte[] bytes) throws MalformedXmlException {
        int markup = 0;
        int declarations = 0;
        for (int i = 0; i < bytes.length; i++) {
            switch (bytes[i]) {
                case '<', '&', '=' -> markup++;
                case 'x' -> declarations += isDeclaration(bytes, i) ? 1 : 0;
                default -> {}
            }
        }
        if (markup > MOST_MARKUP || declarations > MOST_DECLARATIONS) {
            throw new MalformedXmlException("too much markup");
        }
    }

    /** Whether a namespace declaration may start here. */
    private static boolean isDeclaration(byte[] bytes, int at) {
        int end = at + DECLARATION.length;
        return end <= bytes.length && Arrays.equals(bytes, at, end, DECLARATION, 0, DECLARATION.length);
    }

    static Document empty() {
        return BUILDERS.get().newDocument();
    }

    /** Writes the whole tree. Adds the namespace declarations that WSS4J leaves out. */
    static byte[] bytes(Document document) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            WRITERS.get().transform(new DOMSource(document), new StreamResult(bytes));
            return bytes.toByteArray();
        } catch (TransformerException e) {
            throw new IllegalStateException(e); // cannot happen: the target is in memory
        }
    }

    /**
     * Writes the tree below {@code top} in canonical form.
     *
     * @param algorithm the URI of the canonicalization
     */
    static byte[] canonical(Node top, String algorithm) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Canonicalizer.getInstance(algorithm).canonicalizeSubtree(top, bytes);
            return bytes.toByteArray();
        } catch (XMLSecurityException e) {
            throw new IllegalStateException(e); // cannot happen: the target is in memory
        }
    }

    /**
     * Appends an element, and declares its namespace unless it is in scope. So the tree contains exactly the
     * declarations that are written and digested.
     */
    static Element append(Node parent, String namespace, String name) {
        Document document = parent instanceof Document itself ? itself : parent.getOwnerDocument();
        Element element = document.createElementNS(namespace, name);
        String prefix = name.substring(0, name.indexOf(':'));
        if (!namespace.equals(parent.lookupNamespaceURI(prefix))) {
            element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:" + prefix, namespace);
        }
        parent.appendChild(element);
        return element;
    }

    static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    static boolean is(Element element, String namespace, String name) {
        return namespace.equals(element.getNamespaceURI()) && name.equals(element.getLocalName());
    }

    /** The only child element, if it has this name; else null. */
    static @Nullable Element onlyChild(Element parent, String namespace, String name) {
        List<Element> children = children(parent);
        return children.size() == 1 && is(children.getFirst(), namespace, name) ? children.getFirst() : null;
    }

    private static DocumentBuilder builder() {
        try {
            DocumentBuilder builder = PARSERS.get().newDocumentBuilder();
            builder.setErrorHandler(new Strict());
            return builder;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DocumentBuilderFactory factory() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", false);
            factory.setAttribute("jdk.xml.maxElementDepth", MOST_DEPTH);
            factory.setAttribute("jdk.xml.elementAttributeLimit", MOST_ATTRIBUTES);
            factory.setAttribute("jdk.xml.maxXMLNameLimit", LONGEST_NAME);
            factory.setNamespaceAware(true);
            factory.setIgnoringComments(true);
            factory.setCoalescing(true);
            factory.setExpandEntityReferences(false);
            return factory;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
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

    /** Throws on errors. The default handler would print them. */
    private static final class Strict implements ErrorHandler {
        @Override
        public void warning(SAXParseException e) {
            // A warning does not change the document.
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }
    }
}
