package dev.weir.soap;

import static dev.weir.soap.message.SoapFault.FAILED_CHECK;
import static dev.weir.soap.message.SoapFault.INVALID_SECURITY;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.time.Duration;
import java.util.List;
import org.w3c.dom.Element;

final class CoverageAttacks {
    private CoverageAttacks() {}

    static List<Attack> list() {
        return wrapping(missing(new Attacks())).list();
    }

    private static Attacks missing(Attacks attacks) {
        return attacks.made(1, "no security header", INVALID_SECURITY, now -> {
                    Forgery message = Forgery.of("plusRequest", "1000", "337");
                    message.header.removeChild(message.security);
                    return message.sent();
                })
                .made(1, "no header", INVALID_SECURITY, now -> {
                    Forgery message = Forgery.of("plusRequest", "1000", "337");
                    message.envelope.removeChild(message.header);
                    return message.sent();
                })
                .after(
                        1,
                        "security for another actor",
                        INVALID_SECURITY,
                        message ->
                                message.security.setAttributeNS(Names.SOAP, "soap:actor", "http://example.org/other"))
                .signed(2, "no signature", INVALID_SECURITY, message -> {})
                .after(
                        2,
                        "signature removed",
                        INVALID_SECURITY,
                        message -> message.security.removeChild(message.signature()))
                .signed(
                        3,
                        "body not signed",
                        INVALID_SECURITY,
                        message -> message.sign("client", how -> {}, true, message.timestamp()))
                .signed(
                        3,
                        "only timestamp signed",
                        INVALID_SECURITY,
                        message -> message.sign("client", how -> {}, false, message.timestamp()))
                .signed(
                        4,
                        "timestamp not signed",
                        INVALID_SECURITY,
                        message -> message.sign("client", how -> {}, true, message.body))
                .signed(
                        4,
                        "token not signed",
                        INVALID_SECURITY,
                        message -> message.sign("client", how -> {}, false, message.body, message.timestamp()))
                .signed(
                        9,
                        "only payload signed",
                        INVALID_SECURITY,
                        message -> message.sign("client", how -> {}, true, message.payload(), message.timestamp()))
                .signed(9, "only payload signed, with a sibling", INVALID_SECURITY, message -> {
                    message.sign("client", how -> {}, true, message.payload(), message.timestamp());
                    message.body.insertBefore(otherPayload(message), message.payload());
                });
    }

    private static Attacks wrapping(Attacks attacks) {
        return attacks.after(5, "body in a header, another body", INVALID_SECURITY, message -> {
                    move(message.body, wrapper(message.header));
                    otherBody(message);
                })
                .after(5, "body in a header, another body with another id", INVALID_SECURITY, message -> {
                    move(message.body, wrapper(message.header));
                    otherBody(message);
                    message.body.setAttributeNS(Names.WSU, "wsu:Id", "id-other");
                })
                .after(5, "body in a header, another body encrypted by the attacker", INVALID_SECURITY, message -> {
                    move(message.body, wrapper(message.header));
                    otherBody(message);
                    message.security.removeChild(message.key());
                    message.encrypt();
                    move(message.key(), message.security);
                })
                .after(6, "body in a header, another body with the same id", FAILED_CHECK, message -> {
                    String id = message.body.getAttributeNS(Names.WSU, "Id");
                    move(message.body, wrapper(message.header));
                    otherBody(message);
                    message.body.setAttributeNS(Names.WSU, "wsu:Id", id);
                })
                .after(7, "body in a ds:Object", INVALID_SECURITY, message -> {
                    move(message.body, XmlTree.append(message.signature(), Names.SIGNATURE, "ds:Object"));
                    otherBody(message);
                })
                .after(7, "body in the security header", INVALID_SECURITY, message -> {
                    move(message.body, message.security);
                    otherBody(message);
                })
                .after(7, "body in a ds:Object whose manifest names another", INVALID_SECURITY, message -> {
                    Element object = XmlTree.append(message.signature(), Names.SIGNATURE, "ds:Object");
                    move(message.body, object);
                    otherBody(message);
                    message.body.setAttributeNS(Names.WSU, "wsu:Id", "id-other");
                    Element manifest = XmlTree.append(object, Names.SIGNATURE, "ds:Manifest");
                    XmlTree.append(manifest, Names.SIGNATURE, "ds:Reference").setAttribute("URI", "#id-other");
                })
                .made(8, "expired timestamp in a header, another of now", INVALID_SECURITY, now -> {
                    Forgery message = Forgery.whole(now.minus(Duration.ofHours(1)));
                    Element wrapper = wrapper(message.header);
                    wrapper.setAttributeNS(
                            "http://www.w3.org/2000/xmlns/", "xmlns:wsse", Names.WSSE); // part of the signed content
                    move(message.timestamp(), wrapper);
                    message.stamp(now);
                    return message.sent();
                });
    }

    static Element wrapper(Element parent) {
        Element wrapper = parent.getOwnerDocument().createElementNS("urn:wrapper", "w:Wrapper");
        wrapper.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns:w", "urn:wrapper");
        parent.appendChild(wrapper);
        return wrapper;
    }

    private static void move(Element element, Element parent) {
        parent.appendChild(element);
    }

    private static void otherBody(Forgery message) {
        message.body = Forgery.body(message.envelope, "plusRequest", "1", "1");
    }

    private static Element otherPayload(Forgery message) {
        Element body = Forgery.body(message.envelope, "plusRequest", "1", "1");
        message.envelope.removeChild(body);
        return XmlTree.children(body).getFirst();
    }
}
