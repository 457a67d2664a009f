package dev.weir.perf.report;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A chart in SVG, parsed as XML. */
record Xml(Element root) {
    static Xml parse(String svg) throws Exception {
        return new Xml(DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement());
    }

    List<String> texts() {
        return elements("text").stream().map(Element::getTextContent).toList();
    }

    String title() {
        return elements("title").getFirst().getTextContent();
    }

    String description() {
        return elements("desc").getFirst().getTextContent();
    }

    /** Returns the markers of data points, which are the filled paths. */
    List<Element> markers() {
        return elements("path").stream()
                .filter(path -> !path.getAttribute("fill").isEmpty())
                .toList();
    }

    List<Element> elements(String name) {
        NodeList found = root.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    List<String> attributes(String element, String attribute) {
        return elements(element).stream()
                .map(found -> found.getAttribute(attribute))
                .toList();
    }
}
