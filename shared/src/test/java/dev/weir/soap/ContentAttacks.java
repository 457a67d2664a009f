package dev.weir.soap;

import static dev.weir.soap.message.SoapFault.INVALID_SECURITY;
import static dev.weir.soap.message.SoapFault.MUST_UNDERSTAND;
import static dev.weir.soap.message.SoapFault.NOT_BY_SCHEMA;
import static dev.weir.soap.message.SoapFault.UNKNOWN_OPERATION;
import static dev.weir.soap.message.SoapFault.VERSION_MISMATCH;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.w3c.dom.Element;

/**
 * Rows 37, 38, 41 to 43 and 46 of {@link AttackTable}: malformed XML, XML above the limits, and XML that is no request.
 */
final class ContentAttacks {
    private ContentAttacks() {}

    static List<Attack> list() {
        return requests(bytes(limits(new Attacks()))).list();
    }

    private static Attacks limits(Attacks attacks) {
        return attacks.malformed(
                        37,
                        "external entity",
                        now -> doctype("<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>", "&e;"))
                .malformed(
                        37,
                        "entities of entities",
                        now -> doctype(
                                "<!DOCTYPE x [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c"
                                        + " '&b;&b;&b;&b;'>]>",
                                "&c;"))
                .malformed(37, "external document type", now -> doctype("<!DOCTYPE x SYSTEM 'file:///etc/x'>", ""))
                .malformed(37, "empty document type", now -> doctype("<!DOCTYPE x>", ""))
                .malformed(38, "101 levels", now -> envelope("<x>".repeat(99) + "</x>".repeat(99)))
                .made(
                        38,
                        "100 levels",
                        new Expected.Unsigned(INVALID_SECURITY),
                        now -> envelope("<x>".repeat(98) + "</x>".repeat(98)))
                .malformed(38, "201 attributes", now -> envelope("<x" + attributes(201) + "/>"))
                .malformed(38, "name of 1001 letters", now -> envelope("<" + "x".repeat(1_001) + "/>"))
                .malformed(38, "10000 levels", now -> envelope("<x>".repeat(10_000) + "</x>".repeat(10_000)));
    }

    private static Attacks bytes(Attacks attacks) {
        return attacks.malformed(41, "nothing", now -> Sent.of(""))
                .malformed(41, "text", now -> Sent.of("hello"))
                .malformed(41, "another root", now -> Sent.of("<x/>"))
                .malformed(41, "an open element", now -> Sent.of("<soap:Envelope xmlns:soap='" + Names.SOAP + "'>"))
                .malformed(
                        41,
                        "two roots",
                        now -> Forgery.whole(now).sent().with("</soap:Envelope>", "</soap:Envelope><x/>"))
                .malformed(41, "a zero byte", now -> envelope("\0"))
                .malformed(41, "a character that may not be", now -> envelope("&#0;"))
                .malformed(41, "a prefix of nothing", now -> envelope("<p:x/>"))
                .malformed(41, "an attribute twice", now -> envelope("<x a='' a=''/>"))
                .malformed(
                        41,
                        "no UTF-8",
                        now -> Sent.soap(new String(envelope("\u00e9").body(), StandardCharsets.UTF_8)
                                .getBytes(StandardCharsets.ISO_8859_1)))
                .made(
                        42,
                        "comment in a number",
                        new Expected.Result(Forgery.SUM),
                        now -> Forgery.whole(now).sent().with(">337<", ">3<!-- -->37<"))
                .made(
                        42,
                        "number as CDATA",
                        new Expected.Result(Forgery.SUM),
                        now -> Forgery.whole(now).sent().with(">337<", "><![CDATA[337]]><"));
    }

    private static Attacks requests(Attacks attacks) {
        attacks.made(43, "a header that must be understood", new Expected.Signed(MUST_UNDERSTAND), now -> {
                    Forgery message = Forgery.whole(now);
                    Element other = CoverageAttacks.wrapper(message.header);
                    other.setAttributeNS(Names.SOAP, "soap:mustUnderstand", "1");
                    return message.sent();
                })
                .made(43, "a header that another must understand", new Expected.Result(Forgery.SUM), now -> {
                    Forgery message = Forgery.whole(now);
                    Element other = CoverageAttacks.wrapper(message.header);
                    other.setAttributeNS(Names.SOAP, "soap:mustUnderstand", "1");
                    other.setAttributeNS(Names.SOAP, "soap:actor", "http://example.org/other");
                    return message.sent();
                })
                .made(
                        43,
                        "SOAP 1.2",
                        VERSION_MISMATCH,
                        now -> Forgery.whole(now).sent().with(Names.SOAP, "http://www.w3.org/2003/05/soap-envelope"))
                .made(
                        46,
                        "unknown operation",
                        new Expected.Signed(UNKNOWN_OPERATION),
                        now -> Forgery.of("minusRequest", "1", "1")
                                .stamp(now)
                                .encrypt()
                                .sign("client")
                                .sent())
                .made(46, "operation of no namespace", new Expected.Signed(UNKNOWN_OPERATION), now -> {
                    Forgery message = Forgery.ready(now);
                    message.document.renameNode(message.payload(), null, "plusRequest");
                    return message.sign("client").sent();
                })
                .made(
                        46,
                        "unknown operation of nobody",
                        INVALID_SECURITY,
                        now -> Forgery.of("minusRequest", "1", "1").sent());
        for (String a : List.of("x", "", "2147483648", "-2147483649", "1.5", "1 000", "1e3")) {
            attacks.made(
                    46,
                    "'" + a + "' as a",
                    new Expected.Signed(NOT_BY_SCHEMA),
                    now -> Forgery.of("plusRequest", a, "1")
                            .stamp(now)
                            .encrypt()
                            .sign("client")
                            .sent());
        }
        return attacks.made(
                        46,
                        "the greatest numbers",
                        new Expected.Result(4_294_967_294L),
                        now -> Forgery.of("plusRequest", "2147483647", "2147483647")
                                .stamp(now)
                                .encrypt()
                                .sign("client")
                                .sent())
                .made(46, "an element more", new Expected.Signed(NOT_BY_SCHEMA), now -> {
                    Forgery message = Forgery.ready(now);
                    XmlTree.append(message.payload(), Names.CALC, "calc:c").setTextContent("1");
                    return message.sign("client").sent();
                });
    }

    private static Sent envelope(String content) {
        return Sent.of("<soap:Envelope xmlns:soap='" + Names.SOAP + "'><soap:Body>" + content
                + "</soap:Body></soap:Envelope>");
    }

    private static Sent doctype(String doctype, String content) {
        return Sent.of(doctype + new String(envelope("<x>" + content + "</x>").body(), StandardCharsets.UTF_8));
    }

    private static String attributes(int count) {
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < count; i++) {
            attributes.append(" a").append(i).append("=''");
        }
        return attributes.toString();
    }
}
