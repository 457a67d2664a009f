package dev.weir.soap;

import dev.weir.soap.xml.Names;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.XMLConstants;
import org.w3c.dom.Element;

/**
 * A message in which an attacker has moved a signed element, and has put another element in its place. The receiver
 * reads this other element.
 *
 * @param target the element that was moved and replaced
 * @param place the new place of the signed element
 * @param id the id of the replacement
 * @param first whether the moved element comes first in its new place
 * @param wrapper the element around the moved element
 */
record Wrapping(Target target, Place place, Id id, boolean first, Wrapper wrapper) {
    enum Target {
        BODY,
        TIMESTAMP,
        TOKEN
    }

    enum Place {
        HEADER,
        SECURITY,
        SIGNATURE,
        KEY_INFO,
        ENCRYPTED_KEY,
        TIMESTAMP,
        ENVELOPE,
        BODY,
        PAYLOAD
    }

    enum Id {
        NONE,
        SAME,
        OTHER,
        OTHER_CASE,
        OF_XML
    }

    enum Wrapper {
        NONE,
        OWN,
        SOAP,
        OBJECT
    }

    static List<Wrapping> all() {
        List<Wrapping> all = new ArrayList<>();
        for (Target target : Target.values()) {
            for (Place place : Place.values()) {
                for (Id id : Id.values()) {
                    for (Wrapper wrapper : Wrapper.values()) {
                        if (!(target == Target.TIMESTAMP && place == Place.TIMESTAMP)) {
                            all.add(new Wrapping(target, place, id, true, wrapper));
                            all.add(new Wrapping(target, place, id, false, wrapper));
                        }
                    }
                }
            }
        }
        return all;
    }

    byte[] message(Instant now) throws Exception {
        Forgery message = Forgery.whole(now);
        Element signed = switch (target) {
            case BODY -> message.body;
            case TIMESTAMP -> message.timestamp();
            case TOKEN -> message.token();
        };
        Element other = target == Target.BODY ? Forgery.body(message.envelope, "plusRequest", "1", "1") : copy(signed);
        name(other, signed.getAttributeNS(Names.WSU, "Id"));
        signed.getParentNode().replaceChild(other, signed);
        if (target == Target.BODY) { // encrypt a number that the server can decrypt
            message.body = other;
            message.security.removeChild(message.key());
            message.encrypt();
            message.security.appendChild(message.key());
        }
        Element parent = switch (place) {
            case HEADER -> message.header;
            case SECURITY -> message.security;
            case SIGNATURE -> message.signature();
            case KEY_INFO -> message.find(Names.SIGNATURE, "KeyInfo");
            case ENCRYPTED_KEY -> message.key();
            case TIMESTAMP -> message.timestamp();
            case ENVELOPE -> message.envelope;
            case BODY -> message.body;
            case PAYLOAD -> message.payload();
        };
        parent.insertBefore(wrapped(message, signed), first ? parent.getFirstChild() : null);
        return message.sent().body();
    }

    private static Element copy(Element signed) {
        Element copy = (Element) signed.cloneNode(true);
        copy.removeAttributeNS(Names.WSU, "Id");
        return copy;
    }

    private void name(Element element, String signed) {
        switch (id) {
            case NONE -> element.removeAttributeNS(Names.WSU, "Id");
            case SAME -> element.setAttributeNS(Names.WSU, "wsu:Id", signed);
            case OTHER -> element.setAttributeNS(Names.WSU, "wsu:Id", "id-other");
            case OTHER_CASE -> element.setAttributeNS(Names.WSU, "wsu:Id", signed.toUpperCase(Locale.ROOT));
            case OF_XML -> element.setAttributeNS(XMLConstants.XML_NS_URI, "xml:id", "id-of-xml");
        }
    }

    private Element wrapped(Forgery message, Element signed) {
        Element around = switch (wrapper) {
            case NONE -> signed;
            case OWN -> message.document.createElementNS("urn:wrapper", "w:Wrapper");
            case SOAP -> message.document.createElementNS(Names.SOAP, "soap:Body");
            case OBJECT -> message.document.createElementNS(Names.SIGNATURE, "ds:Object");
        };
        around.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:wsu", Names.WSU);
        if (wrapper != Wrapper.NONE) {
            around.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:wsse", Names.WSSE);
            around.appendChild(signed);
        }
        return around;
    }
}
