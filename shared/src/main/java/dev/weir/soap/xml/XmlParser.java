package dev.weir.soap.xml;

import dev.weir.soap.SoapPool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Parses a message's bytes into a DOM tree, within limits. Thread-safe.
 * <ul>
 * <li>DOCTYPE declarations are refused, so a message cannot define entities.
 * <li>Comments are dropped, and the text around them is joined, so that a comment cannot split a value.
 * <li>The JDK's own parser is used, even if the class path contains another one.
 * <li>Each message gets a new parser, because a parser never frees the names that it has read.
 * </ul>
 */
public final class XmlParser {
    private static final int MOST_DEPTH = 100;
    private static final int MOST_ATTRIBUTES = 200;
    private static final int LONGEST_NAME = 1_000;
    /**
     * The maximum number of namespace declarations in a message. The parser searches all of them for each attribute. A
     * usual message has a few dozen.
     */
    private static final int MOST_DECLARATIONS = 300;
    /**
     * The maximum number of elements, attributes and references in a message, counted together. Each takes the parser
     * as much time as hundreds of bytes of text.
     */
    private static final int MOST_MARKUP = 10_000;

    private static final byte[] DECLARATION = "xmlns".getBytes(StandardCharsets.US_ASCII);

    /** One parser factory per thread, because a factory is not thread-safe. Only threads of {@link SoapPool} parse. */
    private static final ThreadLocal<DocumentBuilderFactory> PARSERS = ThreadLocal.withInitial(XmlParser::factory);

    private XmlParser() {}

    public static Document parse(byte[] bytes) throws MalformedXmlException {
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

    /** Refuses a message with so much markup that parsing it would take too long. */
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

    /** Returns whether the text {@code xmlns}, which begins a namespace declaration, starts at index {@code at}. */
    private static boolean isDeclaration(byte[] bytes, int at) {
        for (int i = 0; i < DECLARATION.length; i++) {
            if (at + i == bytes.length || bytes[at + i] != DECLARATION[i]) {
                return false;
            }
        }
        return true;
    }

    static DocumentBuilder builder() {
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

    /** Throws each parse error, and ignores warnings. The JDK's default handler would print both to the console. */
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
