package dev.weir.soap;

import static dev.weir.soap.message.SoapFault.INVALID_SECURITY;
import static dev.weir.soap.message.SoapFault.MESSAGE_EXPIRED;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Rows 26, 30, 31, 36 and 45 of {@link AttackTable}: replays, wrong times, and unexpected elements in the header. */
final class HeaderAttacks {
    private HeaderAttacks() {}

    static List<Attack> list() {
        return more(times(replays(new Attacks()))).list();
    }

    private static Attacks replays(Attacks attacks) {
        return attacks.made(26, "sent again", INVALID_SECURITY, now -> {
                    Sent first = Forgery.whole(now).sent();
                    return first.after(first);
                })
                .made(26, "sent again, written otherwise", INVALID_SECURITY, now -> {
                    Sent first = Forgery.whole(now).sent();
                    return first.with("<soap:Header>", "<soap:Header >\n").after(first);
                })
                .made(26, "sent again with an elliptic signature written anew", INVALID_SECURITY, now -> {
                    Forgery message = Forgery.ready(now).sign("client-ec");
                    Sent first = message.sent();
                    message.signAgain("client-ec");
                    return message.sent().after(first);
                })
                .made(26, "sent again with another header", INVALID_SECURITY, now -> {
                    Forgery message = Forgery.whole(now);
                    Sent first = message.sent();
                    CoverageAttacks.wrapper(message.header);
                    return message.sent().after(first);
                });
    }

    private static Attacks times(Attacks attacks) {
        time(attacks, "expired", MESSAGE_EXPIRED, -120, -60);
        time(attacks, "created long ago", MESSAGE_EXPIRED, -3_600, 60);
        time(attacks, "from the future", MESSAGE_EXPIRED, 75, 135); // more than 60 s ahead, even in a slow test
        time(attacks, "expires before it is created", INVALID_SECURITY, 10, 5);
        time(attacks, "not created", INVALID_SECURITY, null, 60);
        time(attacks, "never expires", INVALID_SECURITY, 0, null);
        time(attacks, "no time", INVALID_SECURITY, null, null);
        return attacks.made(30, "a time of another zone", INVALID_SECURITY, now -> {
                    String there = now.toString().replace("Z", "+00:00");
                    return Forgery.of("plusRequest", "1000", "337")
                            .stamp(there, now.plusSeconds(60).toString())
                            .encrypt()
                            .sign("client")
                            .sent();
                })
                .before(
                        30,
                        "no timestamp's child but text",
                        INVALID_SECURITY,
                        message -> message.timestamp().setTextContent("now"))
                .before(
                        30,
                        "created twice",
                        INVALID_SECURITY,
                        message -> message.timestamp()
                                .appendChild(message.find(Names.WSU, "Created").cloneNode(true)));
    }

    private static void time(
            Attacks attacks, String name, SoapFault fault, @Nullable Integer created, @Nullable Integer expires) {
        attacks.made(
                30,
                name,
                fault,
                now -> Forgery.of("plusRequest", "1000", "337")
                        .stamp(later(now, created), later(now, expires))
                        .encrypt()
                        .sign("client")
                        .sent());
    }

    private static @Nullable String later(Instant now, @Nullable Integer seconds) {
        return seconds == null ? null : now.plus(Duration.ofSeconds(seconds)).toString();
    }

    private static Attacks more(Attacks attacks) {
        return attacks.made(31, "two timestamps", INVALID_SECURITY, now -> {
                    Forgery message = Forgery.whole(now);
                    message.stamp(now);
                    return message.sent();
                })
                .after(
                        31,
                        "two security headers",
                        INVALID_SECURITY,
                        message -> message.header.appendChild(message.security.cloneNode(false)))
                .after(31, "two signatures", INVALID_SECURITY, message -> {
                    Element copy = (Element) message.signature().cloneNode(true);
                    copy.removeAttribute("Id");
                    Element info = XmlTree.children(copy).getLast();
                    info.removeAttribute("Id");
                    XmlTree.children(info).getFirst().removeAttributeNS(Names.WSU, "Id");
                    message.security.insertBefore(copy, message.key());
                })
                .signed(31, "two signers", INVALID_SECURITY, message -> {
                    message.sign("client");
                    message.sign("client-ec");
                })
                .after(36, "key that names itself", INVALID_SECURITY, message -> {
                    Element reference = XmlTree.children(message.key()).get(1);
                    itself(XmlTree.children(reference).getFirst(), message.key().getAttribute("Id"));
                })
                .after(36, "token reference that names itself", INVALID_SECURITY, message -> {
                    Element reference = XmlTree.children(message.find(Names.SIGNATURE, "KeyInfo"))
                            .getFirst();
                    reference.setAttributeNS(Names.WSU, "wsu:Id", "id-itself");
                    itself(reference, "id-itself");
                })
                .after(45, "a name and a password", INVALID_SECURITY, message -> {
                    Element name = XmlTree.append(message.security, Names.WSSE, "wsse:UsernameToken");
                    XmlTree.append(name, Names.WSSE, "wsse:Username").setTextContent("admin");
                    XmlTree.append(name, Names.WSSE, "wsse:Password").setTextContent("admin");
                })
                .after(
                        45,
                        "a SAML assertion",
                        INVALID_SECURITY,
                        message -> XmlTree.append(
                                message.security, "urn:oasis:names:tc:SAML:2.0:assertion", "saml2:Assertion"))
                .after(
                        45,
                        "a second token",
                        INVALID_SECURITY,
                        message -> XmlTree.append(message.security, Names.WSSE, "wsse:BinarySecurityToken")
                                .setTextContent(Base64.getEncoder()
                                        .encodeToString(TestKeys.get()
                                                .certificate("other")
                                                .getEncoded())));
    }

    private static void itself(Element reference, String id) {
        while (reference.getFirstChild() != null) {
            reference.removeChild(reference.getFirstChild());
        }
        XmlTree.append(reference, Names.WSSE, "wsse:Reference").setAttribute("URI", "#" + id);
    }
}
