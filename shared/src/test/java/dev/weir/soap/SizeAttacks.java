package dev.weir.soap;

import static dev.weir.soap.message.SoapFault.INVALID_SECURITY;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.w3c.dom.Element;

/**
 * Messages within the size limit (rule S11). Most of them have a very long text or very much markup. Without further
 * limits, such a message would use much more time or memory than its size suggests. Some messages would use memory even
 * after the server has answered.
 */
final class SizeAttacks {
    private static final int LONG = 400_000;

    private SizeAttacks() {}

    static List<Attack> list() {
        return documents(header(new Attacks())).list();
    }

    private static Attacks documents(Attacks attacks) {
        return attacks.malformed(38, "names that nobody has used", now -> body(many(n -> "<n" + n + "/>")))
                .malformed(38, "elements", now -> body("<x/>".repeat(200_000)))
                .malformed(38, "attributes", now -> body(many(n -> "<x a" + n + "='' b" + n + "=''/>")))
                .malformed(38, "prefixes", now -> body(many(n -> "<p" + n + ":x xmlns:p" + n + "='urn:" + n + "'/>")))
                .malformed(38, "declarations", now -> body(pieces(1_000, n -> "<x xmlns:p" + n + "='urn:" + n + "'/>")))
                .malformed(
                        38, "attributes of one element", now -> body("<x" + pieces(300, n -> " a" + n + "=''") + "/>"))
                .malformed(38, "a long name", now -> body("<" + "x".repeat(2_000) + "/>"))
                .malformed(38, "references", now -> body("&#65;".repeat(200_000)))
                .malformed(38, "references in an attribute", now -> body("<x y='" + "&lt;".repeat(200_000) + "'/>"))
                .malformed(38, "comments", now -> body("<!---->".repeat(100_000)))
                .malformed(38, "pieces of CDATA", now -> body("<![CDATA[x]]>".repeat(70_000)))
                .malformed(38, "processing instructions", now -> body(many(n -> "<?p" + n + "?>")))
                .malformed(41, "one processing instruction", now -> body("<?x y?>"))
                .malformed(41, "an instruction ahead of all", now -> prefixed("<?x y?>"))
                .malformed(41, "XML 1.1", now -> prefixed("<?xml version='1.1'?>"))
                .malformed(41, "UTF-16 by declaration", now -> prefixed("<?xml version='1.0' encoding='UTF-16'?>"))
                .malformed(41, "Latin 1", now -> prefixed("<?xml version='1.0' encoding='ISO-8859-1'?>"))
                .made(41, "UTF-8 by declaration", new Expected.Result(Forgery.SUM), now -> {
                    Sent sent = Forgery.whole(now).sent();
                    return sent.with("<soap:Envelope", "<?xml version='1.0' encoding='utf-8'?><soap:Envelope");
                })
                .made(
                        41,
                        "a byte order mark",
                        new Expected.Result(Forgery.SUM),
                        now -> Forgery.whole(now).sent().with("<soap:Envelope", "\ufeff<soap:Envelope"))
                .made(
                        38,
                        "a long text",
                        new Expected.Unsigned(INVALID_SECURITY),
                        now -> body("<x>" + "1".repeat(1_000_000) + "</x>"))
                .made(
                        38,
                        "a long attribute",
                        new Expected.Unsigned(INVALID_SECURITY),
                        now -> body("<x y='" + "\n".repeat(1_000_000) + "'/>"));
    }

    private static Attacks header(Attacks attacks) {
        String digits = "7".repeat(LONG);
        return attacks.after(36, "a serial number of many digits", INVALID_SECURITY, message -> {
                    Element reference = reference(message.key());
                    Element data = XmlTree.append(reference, Names.SIGNATURE, "ds:X509Data");
                    Element serial = XmlTree.append(data, Names.SIGNATURE, "ds:X509IssuerSerial");
                    XmlTree.append(serial, Names.SIGNATURE, "ds:X509IssuerName").setTextContent("CN=x");
                    XmlTree.append(serial, Names.SIGNATURE, "ds:X509SerialNumber")
                            .setTextContent(digits);
                })
                .after(36, "a long name of an issuer", INVALID_SECURITY, message -> {
                    Element data = XmlTree.append(reference(message.key()), Names.SIGNATURE, "ds:X509Data");
                    Element serial = XmlTree.append(data, Names.SIGNATURE, "ds:X509IssuerSerial");
                    XmlTree.append(serial, Names.SIGNATURE, "ds:X509IssuerName")
                            .setTextContent("CN=" + "x".repeat(LONG));
                    XmlTree.append(serial, Names.SIGNATURE, "ds:X509SerialNumber")
                            .setTextContent("1");
                })
                .after(
                        36,
                        "a long key identifier",
                        INVALID_SECURITY,
                        message -> XmlTree.append(reference(message.key()), Names.WSSE, "wsse:KeyIdentifier")
                                .setTextContent("A".repeat(LONG)))
                .after(
                        36,
                        "a long token",
                        INVALID_SECURITY,
                        message -> message.token().setTextContent("A".repeat(LONG)))
                .after(
                        36,
                        "a long wrapped key",
                        INVALID_SECURITY,
                        message -> Ciphertexts.value(message.key()).setTextContent("A".repeat(LONG)))
                .after(
                        36,
                        "a long signature",
                        INVALID_SECURITY,
                        message ->
                                message.find(Names.SIGNATURE, "SignatureValue").setTextContent("A".repeat(LONG)))
                .after(
                        36,
                        "a long digest",
                        INVALID_SECURITY,
                        message -> message.find(Names.SIGNATURE, "DigestValue").setTextContent("A".repeat(LONG)))
                .after(
                        30,
                        "a long time",
                        INVALID_SECURITY,
                        message -> message.find(Names.WSU, "Created")
                                .setTextContent("2026-01-01T00:00:00." + digits + "Z"))
                .before(
                        30,
                        "a time that is signed and long",
                        INVALID_SECURITY,
                        message -> message.find(Names.WSU, "Created")
                                .setTextContent("2026-01-01T00:00:00." + "0".repeat(5_000) + "Z"))
                .after(36, "many elements that nobody reads", INVALID_SECURITY, message -> {
                    Element data = XmlTree.append(reference(message.key()), Names.SIGNATURE, "ds:X509Data");
                    for (int i = 0; i < 1_000; i++) {
                        XmlTree.append(data, Names.SIGNATURE, "ds:X509SKI");
                    }
                })
                .before(36, "a long cipher text", INVALID_SECURITY, message -> {
                    Element value = Ciphertexts.value(message.data());
                    value.setTextContent(value.getTextContent() + " ".repeat(LONG));
                })
                .after(36, "many elements in the header", INVALID_SECURITY, message -> {
                    for (int i = 0; i < 1_000; i++) {
                        XmlTree.append(reference(message.key()), Names.WSSE, "wsse:Reference");
                    }
                });
    }

    private static Element reference(Element key) {
        Element reference = XmlTree.children(XmlTree.children(key).get(1)).getFirst();
        while (reference.getFirstChild() != null) {
            reference.removeChild(reference.getFirstChild());
        }
        return reference;
    }

    private static String many(Function<Integer, String> piece) {
        return pieces(25_000, piece);
    }

    private static String pieces(int count, Function<Integer, String> piece) {
        return IntStream.range(0, count).mapToObj(piece::apply).collect(Collectors.joining());
    }

    private static Sent body(String content) {
        return Sent.of("<soap:Envelope xmlns:soap='" + Names.SOAP + "'><soap:Body>" + content
                + "</soap:Body></soap:Envelope>");
    }

    private static Sent prefixed(String prefix) {
        return Sent.of(
                prefix + "<soap:Envelope xmlns:soap='" + Names.SOAP + "'><soap:Body><x/></soap:Body></soap:Envelope>");
    }
}
