package dev.weir.soap;

import static dev.weir.soap.message.SoapFault.FAILED_CHECK;
import static dev.weir.soap.message.SoapFault.INVALID_SECURITY;

import dev.weir.soap.xml.Names;
import dev.weir.soap.xml.XmlTree;
import java.util.List;
import org.w3c.dom.Element;

/**
 * Rows 32 to 35 of {@link AttackTable}: a signature refers to wrong elements or has wrong transforms. Each signature is
 * made with the key of a trusted client.
 */
final class ReferenceAttacks {
    private ReferenceAttacks() {}

    static List<Attack> list() {
        Attacks attacks = new Attacks();
        transform(attacks, 32, "XSLT", "http://www.w3.org/TR/1999/REC-xslt-19991116");
        transform(attacks, 32, "XPath", "http://www.w3.org/TR/1999/REC-xpath-19991116");
        transform(attacks, 33, "XPath filter", "http://www.w3.org/2002/06/xmldsig-filter2");
        transform(attacks, 33, "enveloped signature", Names.SIGNATURE + "enveloped-signature");
        transform(attacks, 33, "Base64", Names.SIGNATURE + "base64");
        attacks.after(34, "31 references", FAILED_CHECK, message -> {
                    Element info = message.find(Names.SIGNATURE, "SignedInfo");
                    for (int i = XmlTree.children(info).size() - 2; i < 31; i++) {
                        info.appendChild(info.getLastChild().cloneNode(true));
                    }
                    message.signAgain("client");
                })
                .after(34, "6 transforms", FAILED_CHECK, message -> {
                    Element transforms = message.find(Names.SIGNATURE, "Transforms");
                    for (int i = 1; i < 6; i++) {
                        transforms.appendChild(transforms.getFirstChild().cloneNode(true));
                    }
                    message.signAgain("client");
                });
        for (String uri : List.of(
                "http://127.0.0.1:9/", "file:///etc/hostname", "#xpointer(/)", "", "#", "id", "#xpointer(id('x'))")) {
            attacks.after(35, "reference to '" + uri + "'", FAILED_CHECK, message -> {
                message.find(Names.SIGNATURE, "Reference").setAttribute("URI", uri);
                message.signAgain("client");
            });
        }
        attacks.after(35, "reference to nothing", FAILED_CHECK, message -> {
                    message.find(Names.SIGNATURE, "Reference").removeAttribute("URI");
                    message.signAgain("client");
                })
                .after(35, "reference to an id that nobody has", FAILED_CHECK, message -> {
                    message.find(Names.SIGNATURE, "Reference").setAttribute("URI", "#id-of-nobody");
                    message.signAgain("client");
                });
        return attacks.list();
    }

    /** Adds an attack whose signature has an additional transform before the canonicalization. */
    private static void transform(Attacks attacks, int row, String name, String algorithm) {
        attacks.after(row, name, INVALID_SECURITY, message -> {
            Element transforms = message.find(Names.SIGNATURE, "Transforms");
            Element transform = message.document.createElementNS(Names.SIGNATURE, "ds:Transform");
            transform.setAttribute("Algorithm", algorithm);
            transforms.insertBefore(transform, transforms.getFirstChild());
            message.signAgain("client");
        });
    }
}
